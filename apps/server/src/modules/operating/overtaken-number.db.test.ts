import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { broadcastPayout } from '../chain-payouts/broadcast-payout.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { describeHolds, listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { creditPayoutToBalance, listBlockedPayouts, settleByHand } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, sign, useNumber, follow, restore, payoutOf, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;
await world.fundWallet('5000', 'USDT');
const operator = 'grace';

test.each([
  ['ETH', 'signed', 'another database'],
  ['ETH', 'broadcast', 'a copy of files'],
  ['USDT', 'signed', 'a copy of files'],
] as const)('dearer bytes of %s are the payout that is %s in %s', async (currency, status, kind) => {
  const { orderId, niceId, address } = await sign(currency, status === 'broadcast');
  expect((await payoutOf(context, orderId)).status).toBe(status);
  const start = await copyDatabase(world);
  await useNumber(orderId, 'dearer');
  await follow(context, orderId);
  const { txid } = await payoutOf(context, orderId);
  const { later, isAgreed } = await restore(start, kind === 'a copy of files');
  expect(isAgreed).toBe(false);
  await broadcastPayout(later, orderId).catch(() => undefined);
  const { nonce } = await later.db
    .selectFrom('accountTransactions')
    .innerJoin('payouts', 'payouts.payoutId', 'accountTransactions.payoutId')
    .select('nonce')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  const held = (await describeHolds(later.db)).find(([, , subject]) => subject === txid);
  expect(held?.at(-1)).toContain(`number ${nonce}`);
  expect(held?.at(-1)).toContain(`${currency} to ${address}`);
  await expect(creditPayoutToBalance(later, { niceId, operator })).rejects.toThrow('may have paid');
  await releasePayouts(later, { chain: 'ethereum', operator, own: '0' });
  await broadcastPayout(later, orderId);
  await follow(later, orderId);
  expect(await payoutOf(later, orderId)).toMatchObject({ status: 'settled', txid });
  expect(await countPaid(address, currency)).toBe(1);
  expect(await readBalance(later.db, paths.order(niceId), currency)).toBe(0n);
  expect(await compareWithOutside(later)).toEqual([]);
});

test('a payout whose number was freed after the copy fails, and its money is given to the balance', async () => {
  const { orderId, niceId, address, client } = await sign('ETH');
  const start = await copyDatabase(world);
  await useNumber(orderId, 'cancel');
  await sandbox.mine('ethereum', 13);
  const { later } = await restore(start);
  await releasePayouts(later, { chain: 'ethereum', operator, own: '0' });
  const alarms = later.db.selectFrom('alarms').select('kind').where('subject', '=', orderId);
  expect(await alarms.where('clearedAt', 'is', null).execute()).toEqual([{ kind: 'payout_failed' }]);
  const { status, amount } = await payoutOf(later, orderId);
  expect(status).toBe('failed');
  await creditPayoutToBalance(later, { niceId, operator });
  expect(await readBalance(later.db, paths.client(client.niceId), 'ETH')).toBe(amount);
  expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([0, []]);
});

test('one that was sent under another number then is settled by hand, and is not the house’s', async () => {
  const { orderId, niceId, address } = await sign('ETH');
  const start = await copyDatabase(world);
  await useNumber(orderId, 'cancel');
  await follow(context, orderId);
  await buildPayouts(context, [{ orderId }]);
  await follow(context, orderId);
  const { status, sending, txid } = await payoutOf(context, orderId);
  expect([status, sending]).toEqual(['settled', 2]);
  const { later } = await restore(start);
  const release = (own: string) => releasePayouts(later, { chain: 'ethereum', operator, own });
  await expect(release('1')).rejects.toThrow(`went to the address of ${niceId}`);
  expect((await listBlockedPayouts(later)).map(({ reason }) => reason)).toEqual(['overtaken']);
  await settleByHand(later, { niceId, operator, proof: txid ?? '' });
  await release('0');
  expect(await listHolds(later.db, 'ethereum')).toEqual([]);
  expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([1, []]);
});
