import { expect, test } from 'vitest';
import { ProviderError } from '../../providers/provider-error.ts';
import { broadcastPayout } from '../chain-payouts/broadcast-payout.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { followPayout } from '../chain-payouts/follow-payout.ts';
import { agreeWithChain } from '../chain-wallets/agree-with-chain.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { retryPayout } from '../operating/blocked-payouts.ts';
import { openWithdrawalWorld } from './fixtures/open-withdrawal-world.ts';

const world = await openWithdrawalWorld({ connections: 4 });
const { context, approved, cancel, held, clientWith, sandbox } = world;
await world.fundWallet('50', 'ETH');
await world.fundWallet('5000', 'USDT');
await beginWork(context);
const { evm } = context.providers;
const usual = evm.broadcast.bind(evm);
/** A node that refuses the next bytes, and takes those after them. */
const refuse = (code: 'underpriced' | 'rejected') => {
  evm.broadcast = () => {
    evm.broadcast = usual;
    return Promise.reject(new ProviderError('ethereum', 'refused', { code, message: code }));
  };
};
const hourAgo = () => new Date(Date.now() - 3_600_000);
const amounts = { ETH: ['1', 2_000_000_000_000_000_000n], USDT: ['400', 900_000_000n] } as const;
type Coin = keyof typeof amounts;
const read = (db: typeof context.db, orderId: string) =>
  db.selectFrom('payouts').select(['status', 'holdReason']).where('orderId', '=', orderId).executeTakeFirst();

/** An approved withdrawal whose bytes no node took, so that its number is being freed. */
async function freeing(currency: Coin) {
  const [payin_amount, amount] = amounts[currency];
  const client = await clientWith(amount, currency);
  const dst_address = await sandbox.outsideAddress('ethereum');
  const coins = { payin_currency: currency, payout_currency: currency, payout_group: 'ethereum', dst_address };
  const niceId = await approved(client, { ...coins, payin_amount });
  const { orderId = '' } = (await findOrder(context.db, { niceId })) ?? {};
  refuse('rejected');
  ageLooks();
  await buildPayouts(context, [{ orderId }]);
  await context.db.updateTable('accountTransactions').set({ refusedAt: hourAgo() }).execute();
  refuse('rejected');
  await broadcastPayout(context, orderId);
  expect((await read(context.db, orderId))?.status).toBe('freeing');
  const countPaid = async () => (await sandbox.balance('ethereum', dst_address, currency)).transactions.length;
  return { client, niceId, orderId, currency, amount, countPaid };
}

test('law 3, a withdrawal that was canceled after the copy, while its number was being freed in it, waits for a person', async () => {
  const made = [await freeing('ETH'), await freeing('USDT')];
  const restore = await copyDatabase(world);
  await sandbox.mine('ethereum', 13);
  for (const { orderId, niceId, client, currency, amount } of made) {
    await followPayout(context, orderId);
    expect((await read(context.db, orderId))?.status).toBe('planned');
    expect((await cancel(client, niceId)).body).toMatchObject({ success: 1, order: { status: 'canceled' } });
    expect(await held(client, currency)).toBe(amount);
  }
  const { context: later } = await restore();
  await beginWork(later);
  ageLooks();
  expect(await agreeWithChain(later, 'ethereum')).toBe(true);
  for (const { orderId, countPaid } of made) {
    await followPayout(later, orderId);
    await buildPayouts(later, [{ orderId }]);
    await sandbox.mine('ethereum', 1);
    expect(await read(later.db, orderId)).toEqual({ status: 'held', holdReason: 'restored' });
    expect(await countPaid()).toBe(0);
    const alarms = later.db.selectFrom('alarms').select('kind').where('subject', '=', orderId);
    expect(await alarms.where('clearedAt', 'is', null).execute()).toEqual([{ kind: 'payout_failed' }]);
  }
  // One that its client did not cancel is let go.
  for (const { orderId, niceId, countPaid } of made) {
    await retryPayout(later, { niceId, operator: 'grace' });
    await buildPayouts(later, [{ orderId }]);
    await sandbox.mine('ethereum', 1);
    expect(await countPaid()).toBe(1);
  }
});
