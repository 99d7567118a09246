import { someOf } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { scanWallet } from '../chain-payouts/scan-wallet.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { copyDatabase, type RestoredServer } from '../orders/fixtures/restore-copy.ts';
import { agreeWithProvider } from '../payout-holds/agree-with-provider.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { settleByHand } from './blocked-payouts.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, report, buy, spend } = await openLossWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));

/** Some activity of a worker. */
async function live({ context: own, work }: RestoredServer): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await scanWallet(own);
    await work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
  }
}

const confirmIn = (own: AppContext, acquirerPaymentId: string) =>
  confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId });
const readIn = async ({ db }: AppContext, niceId: string, client: string, currency: string) => ({
  ...(await db.selectFrom('orders').select('status').where('niceId', '=', niceId).executeTakeFirstOrThrow()),
  free: await readBalance(db, paths.client(client), currency),
  held: await readBalance(db, paths.held(client), currency),
});
/** The client has the money outside, and nothing of it on the balance. */
const paidOutside = { status: 'finished', free: 0n, held: 0n };

const ends = [
  ['is lost, and won again', 'chargeback'],
  ['is given back in part', 'refunded'],
] as const;

test.each(someOf(ends, 1))(
  'a payment whose coins a restore has forgotten, and that %s, gives no money beside them',
  async (_how, result) => {
    const client = await world.signInClient();
    const dst_address = await sandbox.outsideAddress('bitcoin');
    const { order } = await world.buy(client.access, { dst_address });
    const niceId = order.nice_id;
    const payment = await world.paymentOf(niceId);
    await report(payment, 'approved');
    const start = await copyDatabase(world);
    const finish = async () => {
      await world.work({ isEarly: true });
      await sandbox.mine('bitcoin', 3);
      return (await world.read(niceId)).status;
    };
    await expect.poll(finish, { timeout: 90_000 }).toBe('finished');
    await sandbox.settlePayment(payment, result, 0, result === 'refunded' ? '50.00' : undefined);

    const restored = await start();
    const { context: later } = restored;
    await live(restored);
    await confirmIn(later, payment);
    expect(await readIn(later, niceId, client.niceId, 'EUR')).toEqual({ ...paidOutside, status: 'processing' });
    await live(restored);
    const spent = (await listHolds(later.db, 'bitcoin')).find(({ reason }) => reason === 'unknown_spend');
    await settleByHand(later, { niceId, operator: 'grace', proof: spent?.subject ?? '' });
    await releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own: '0' });
    await live(restored);
    if (result === 'chargeback') await sandbox.settlePayment(payment, 'won', 0);
    await confirmIn(later, payment);
    expect(await readIn(later, niceId, client.niceId, 'EUR')).toEqual(paidOutside);
    expect((await sandbox.balance('bitcoin', dst_address)).transactions).toHaveLength(1);
    expect(await compareWithOutside(later)).toEqual([]);
  },
);

/** Coins that a bank has paid for, and a copy of before it. */
async function paidByBank() {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const niceId = await spend(client, amount, toBank);
  const start = await copyDatabase(world);
  await world.work();
  const [payout] = await sandbox.bankPayouts(niceId);
  await sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
  await world.work({ isEarly: true });
  expect((await world.read(niceId)).status).toBe('finished');
  return { client, payment, niceId, start };
}

describe('coins that a bank was paid for, which a restore has forgotten, are not on the balance', () => {
  test.each(someOf(['at once', 'by its jobs'] as const, 1))('when a part is taken back, and heard %s', async (how) => {
    const { client, payment, niceId, start } = await paidByBank();
    await sandbox.settlePayment(payment, 'refunded', 0, '50.00');

    const { context: later, work } = await start();
    await beginWork(later);
    if (how === 'at once') await confirmIn(later, payment);
    for (let turn = 0; turn < 3; turn += 1) await work({ isEarly: true });
    await confirmIn(later, payment);
    expect(await readIn(later, niceId, client.niceId, 'BTC')).toEqual(paidOutside);
    expect((await sandbox.bankPayouts(niceId)).map(({ status }) => status)).toEqual(['settled']);
    expect(await compareWithOutside(later)).toEqual([]);
  });
});

test.each(someOf([0, -2], 1))(
  'a bank payout that was sent after the copy stays paid on a server whose clock is %i hours off',
  async (hours) => {
    const { client, payment, niceId, start } = await paidByBank();

    const opened = await start();
    const later = { ...opened.context, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } };
    await beginWork(later);
    await agreeWithProvider(later, 'bank_one');
    for (const result of ['chargeback', 'won'] as const) {
      await sandbox.settlePayment(payment, result, 0);
      await confirmIn(later, payment);
      for (let turn = 0; turn < 3; turn += 1) await opened.work({ isEarly: true, as: later });
    }
    expect(await readIn(later, niceId, client.niceId, 'BTC')).toEqual(paidOutside);
    expect(await sandbox.bankPayouts(niceId)).toHaveLength(1);
    expect(await compareWithOutside(later)).toEqual([]);
  },
);
