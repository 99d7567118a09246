import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { followCollections } from '../chain-payins/follow-collections.ts';
import { hurryAttempt } from '../chain-wallets/send-attempt.ts';
import { readAccount } from '../chain-wallets/read-account.ts';
import { signMovement } from '../chain-wallets/sign-movement.ts';
import { hotWallet } from '../chain-wallets/wallets.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { listBlockedPayouts, settleByHand } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, sign, useNumber, follow, restore, payoutOf, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';

test.each(['signed', 'broadcast'])(
  'a person may settle by hand a payout that is %s and was overtaken',
  async (status) => {
    const { orderId, niceId, address } = await sign('ETH', status === 'broadcast');
    const start = await copyDatabase(world);
    await useNumber(orderId, 'dearer');
    await follow(context, orderId);
    const { txid } = await payoutOf(context, orderId);
    const { later } = await restore(start);
    expect((await listBlockedPayouts(later)).map(({ reason }) => reason)).toEqual(['overtaken']);
    await settleByHand(later, { niceId, operator, proof: txid ?? '' });
    await releasePayouts(later, { chain: 'ethereum', operator, own: '0' });
    await follow(later, orderId);
    expect((await payoutOf(later, orderId)).status).toBe('failed');
    expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([1, []]);
  },
);

test('gas for a deposit address that dearer bytes have brought is that gas, and no hold stays', async () => {
  const client = await world.signInClient();
  const sold = { payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '1', payout_currency: 'EUR' };
  await world.buy(client.access, { ...sold, payout_group: 'balance', dst_address: '' });
  const wallet = hotWallet(context.config);
  const { addressId, address } = await context.db
    .selectFrom('depositAddresses')
    .select(['addressId', 'address'])
    .where('chain', '=', 'ethereum')
    .executeTakeFirstOrThrow();
  const movement = { sender: wallet.address, recipient: address, currency: 'ETH', amount: 10_000_000_000_000_000n };
  const reading = await readAccount(context, movement);
  const signed = await context.db
    .transaction()
    .execute((trx) => signMovement(context, trx, wallet, { ...movement, purpose: 'gas', addressId }, reading));
  const start = await copyDatabase(world);
  const transactionId = signed?.transactionId ?? '';
  await context.db
    .updateTable('accountAttempts')
    .set({ createdAt: new Date(0) })
    .where('transactionId', '=', transactionId)
    .execute();
  await hurryAttempt(context, wallet, { transactionId });
  await sandbox.mine('ethereum', 13);
  const statusIn = async (own: AppContext) => {
    const rows = own.db.selectFrom('accountTransactions').select('status').where('transactionId', '=', transactionId);
    return (await rows.executeTakeFirstOrThrow()).status;
  };
  const { later, isAgreed } = await restore(start);
  expect([isAgreed, await statusIn(later)]).toEqual([false, 'signed']);
  await releasePayouts(later, { chain: 'ethereum', operator, own: '0' });
  await followCollections(later);
  expect(await statusIn(later)).toBe('settled');
});
