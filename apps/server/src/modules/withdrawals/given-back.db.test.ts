import { expect, test } from 'vitest';
import { readStanding } from '../limits/store.ts';
import { creditPayoutToBalance } from '../operating/blocked-payouts.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openWithdrawalWorld } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld();
await world.fundWallet('3');
const { context, approved, cancel, held, clientWith } = world;
const { config } = context;

test.each(['its client cancels', 'a person gives to the balance'])(
  'a withdrawal that never left and that %s counts in no month',
  async (how) => {
    const client = await clientWith(1_000_000n);
    const used = async () =>
      (await readStanding(context.db, client.clientId, context.clock.now()))?.usedThisMonth.EUR ?? -1n;
    const niceId = await approved(client, { payin_amount: '0.003' });
    expect(await used()).toBeGreaterThan(0n);
    const { OUTFLOW_DAY_EUR } = config;
    config.OUTFLOW_DAY_EUR = 1;
    await world.work();
    config.OUTFLOW_DAY_EUR = OUTFLOW_DAY_EUR;
    expect(await held(client)).toBe(700_000n);
    if (how === 'its client cancels') await cancel(client, niceId);
    else await creditPayoutToBalance(context, { niceId, operator: 'grace' });
    expect(await used()).toBe(0n);
    expect(await held(client)).toBeGreaterThan(700_000n);
    await expectSound(world);
  },
);
