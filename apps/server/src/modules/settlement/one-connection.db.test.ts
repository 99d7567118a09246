import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { allJobs } from '../../worker.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

/** Requests and jobs have one connection each: code that needs a second while holding one never ends. */
const world = await openOrderWorld({ connections: 1 });
await world.fundWallet('20');
afterEach(() => expectSound(world));

const requisites = z.looseObject({
  purchase_params_payin: z.object({ sepa_account: z.object({ iban: z.string(), reference: z.string() }) }),
});

interface Placed {
  niceId: string;
  access: string;
}

async function order(amount: string): Promise<Placed> {
  const access = await world.signIn();
  const bought = await world.buy(access, { payin_group: 'sepa', payin_amount: amount, is_floating_rate: '0' });
  return { niceId: bought.order.nice_id, access };
}

async function pay({ niceId, access }: Placed, amount: string): Promise<void> {
  const { iban, reference } = requisites.parse(await world.read(niceId, access)).purchase_params_payin.sepa_account;
  await world.sandbox.bankTransfer({
    sender_name: 'Ada Lovelace',
    sender_iban: 'DE89370400440532013000',
    currency: 'EUR',
    iban,
    reference,
    amount,
    notify: 0,
  });
}

async function openMany(count: number): Promise<Placed[]> {
  const placed: Placed[] = [];
  while (placed.length < count) placed.push(await order('40'));
  return placed;
}
/** Runs the jobs of settlement and refunds, and no others. */
async function settle(): Promise<void> {
  await collectTransfers(world.context);
  const jobs = allJobs.filter(({ definition }) => definition.name === 'credit-transfers');
  await drainJobs(world.jobContext, world.boss, jobs);
}
const statusesOf = async (placed: readonly Placed[]) =>
  Promise.all(placed.map(async ({ niceId, access }) => (await world.read(niceId, access)).status));

describe('one connection to the database inside a transaction', () => {
  test.each([
    [14, '990'],
    [6, '40.01'],
  ])(
    '%i orders of 40 EUR that get %s EUR at once are all taken',
    async (count, amount) => {
      const placed = await openMany(count);
      for (const one of placed) await pay(one, amount);
      await settle();
      expect(new Set(await statusesOf(placed))).toEqual(new Set(['processing']));
    },
    180_000,
  );

  test('twelve owners who answer twice at the same moment are all answered', async () => {
    const placed = await openMany(12);
    for (const one of placed) await pay(one, '1');
    await settle();
    const answers = await Promise.all(
      [...placed, ...placed].map(({ niceId, access }) =>
        world.call('/lt_decision', { nice_id: niceId, answer: 'yes' }, access),
      ),
    );
    expect(new Set(answers.flatMap(({ body }) => body.errors.map(({ code }) => code)))).toEqual(
      new Set(['CANT_EXCHANGE']),
    );
  }, 180_000);
});
