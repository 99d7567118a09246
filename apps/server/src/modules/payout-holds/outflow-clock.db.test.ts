import { afterEach, expect, test, vi } from 'vitest';
import { sendBankPayout } from '../bank-payouts/send-bank-payout.ts';
import { broadcastPayout } from '../chain-payouts/broadcast-payout.ts';
import { findPayout } from '../chain-payouts/store.ts';
import { bumpFee } from '../chain-payouts/utxo/bump-fee.ts';
import { hurryAttempt } from '../chain-wallets/send-attempt.ts';
import { createEvmWallet } from '../../providers/evm/wallet.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { holdLimits } from '../limits/store.ts';
import { openWithdrawalWorld, toBank } from '../withdrawals/fixtures/open-withdrawal-world.ts';
import { beginWork } from './fixtures/begin-work.ts';

const world = await openWithdrawalWorld({ connections: 6 });
const { context, approved, clientWith, sandbox } = world;
const { db } = context;
await world.fundWallet('0.05', 'BTC', 8);
await world.fundWallet('1', 'ETH');
await beginWork(context);

/** A worker on a machine whose clock is ahead by more than a day. */
const setAhead = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
/** A worker that has looked at no chain yet: for a second, pay-outs share a look. */
const unlooked = () => ({ ...context, config: { ...context.config } });
afterEach(async () => {
  vi.useRealTimers();
  // What that worker holds ends with a look of one whose clock is right.
  await beginWork(unlooked());
});
const wrong = 'The clocks of this server and of the database differ';

const idOf = async (niceId: string) =>
  (await db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow()).orderId;

test('a worker whose clock is off claims nothing of the bank: another day would be another limit', async () => {
  Object.assign(context.config, { OUTFLOW_BANK_DAY_EUR: 1000 });
  const client = await clientWith(300_000n, 'EUR');
  const [first, second] = [await order(client), await order(client)];
  await sendBankPayout(context, await idOf(first));
  setAhead();
  await expect(sendBankPayout(context, await idOf(second))).rejects.toThrow(wrong);
  vi.useRealTimers();
  expect([(await sandbox.bankPayouts(first)).length, (await sandbox.bankPayouts(second)).length]).toEqual([1, 0]);
  expect(await db.selectFrom('walletOutflows').select('chain').execute()).toHaveLength(1);
  const claims = db.selectFrom('bankPayouts').select('status').where('sentAt', 'is', null);
  expect(await claims.execute()).toEqual([{ status: 'planned' }]);
  // Nor does it send what another worker has claimed, as it could not book that.
  const orderId = await idOf(second);
  await db.updateTable('bankPayouts').set({ sentAt: new Date() }).where('orderId', '=', orderId).execute();
  setAhead();
  await expect(sendBankPayout(context, orderId)).rejects.toThrow(wrong);
  vi.useRealTimers();
  expect(await sandbox.bankPayouts(second)).toEqual([]);
});

test('a worker whose clock is off signs nothing on a chain', async () => {
  const client = await clientWith(10_000_000n, 'BTC');
  const orderId = await idOf(await approved(client, { payin_amount: '0.002' }));
  setAhead();
  const [end] = await buildPayouts(unlooked(), [{ orderId }]);
  expect(end).toMatchObject({ status: 'rejected', reason: { name: 'WrongClock' } });
  vi.useRealTimers();
  const payout = db.selectFrom('payouts').select(['status', 'rawTransaction']).where('orderId', '=', orderId);
  expect(await payout.executeTakeFirst()).toEqual({ status: 'planned', rawTransaction: null });
  const broadcast = vi.spyOn(context.providers.bitcoin, 'broadcast');
  broadcast.mockRejectedValueOnce(new Error('The node is away.'));
  await buildPayouts(unlooked(), [{ orderId }]);
  expect((await payout.executeTakeFirst())?.status).toBe('signed');
  broadcast.mockClear();

  // Nor does it send what another worker has signed, as it could not book that, or raise a fee before its time.
  setAhead();
  await expect(broadcastPayout(context, orderId)).rejects.toThrow(wrong);
  vi.useRealTimers();
  expect(broadcast).not.toHaveBeenCalled();
  await broadcastPayout(context, orderId);
  const sent = await findPayout(db, orderId);
  if (sent === undefined) throw new Error('It is not there.');
  expect(sent.status).toBe('broadcast');
  setAhead();
  await expect(bumpFee(context, sent, true)).rejects.toThrow(wrong);
  vi.useRealTimers();
  // Nor does it sign again what another number has freed.
  const again = { status: 'planned', sending: 2, txid: null, rawTransaction: null, fee: null, signedAt: null };
  await db.updateTable('payouts').set(again).where('orderId', '=', orderId).execute();
  setAhead();
  expect((await buildPayouts(unlooked(), [{ orderId }]))[0]).toMatchObject({ reason: { name: 'WrongClock' } });
  vi.useRealTimers();
  expect(await payout.executeTakeFirst()).toEqual({ status: 'planned', rawTransaction: null });
  await db
    .updateTable('payouts')
    .set({ ...sent })
    .where('orderId', '=', orderId)
    .execute();
});

test('a worker whose clock is off replaces no bytes of an account that have waited', async () => {
  const client = await clientWith(10n ** 17n, 'ETH');
  const dst_address = await sandbox.outsideAddress('ethereum');
  const toEther = { payin_currency: 'ETH', payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const orderId = await idOf(await approved(client, { ...toEther, payin_amount: '0.05' }));
  await buildPayouts(unlooked(), [{ orderId }]);
  const transactions = db.selectFrom('accountTransactions').select('transactionId').where('purpose', '=', 'payout');
  const { transactionId } = await transactions.executeTakeFirstOrThrow();
  const wallet = createEvmWallet(context.config.ETHEREUM_WALLET_KEY, context.config);
  const attempts = db.selectFrom('accountAttempts').select('attemptNumber').where('transactionId', '=', transactionId);
  setAhead();
  await expect(hurryAttempt(context, wallet, { transactionId })).rejects.toThrow(wrong);
  vi.useRealTimers();
  expect(await attempts.execute()).toHaveLength(1);
});

test('a server whose clock is off holds no limits, and so makes no order: another month would be another limit', async () => {
  const client = await clientWith(10_000n, 'EUR');
  const account = { clientId: client.clientId, isMerchant: false, now: new Date() };
  setAhead();
  await expect(db.transaction().execute((trx) => holdLimits(trx, account))).rejects.toThrow(wrong);
  vi.useRealTimers();
  await db.transaction().execute((trx) => holdLimits(trx, account));
});

function order(client: Awaited<ReturnType<typeof clientWith>>): Promise<string> {
  return approved(client, { ...toBank, payin_amount: '700' });
}
