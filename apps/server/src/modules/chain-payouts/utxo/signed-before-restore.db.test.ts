import { expect, test } from 'vitest';
import { confirmCardPayment } from '../../acquirer-payins/results/apply-card-payment.ts';
import { agreeWithChain, watchWallets } from '../../chain-wallets/agree-with-chain.ts';
import { creditPayoutToBalance, listBlockedPayouts } from '../../operating/blocked-payouts.ts';
import { releasePayouts } from '../../operating/release-payouts.ts';
import { recordAction } from '../../operators/record-action.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../../orders/fixtures/restore-copy.ts';
import { beginWork } from '../../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../../payout-holds/store.ts';
import { compareWallet } from '../../reconciliation/compare-wallet.ts';
import { compareWithOutside } from '../../reconciliation/reconcile.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { followPayout } from '../follow-payout.ts';
import { scanWallet } from '../scan-wallet.ts';
import { openSignedPayouts } from './fixtures/lose-signed-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('0.2');
const { sending, sign, lose, payoutOf, follow, swap } = openSignedPayouts(world);
await beginWork(context);

test('a payout is a person’s to decide where a restore has signed it, and its coins came back after that', async () => {
  const { orderId, niceId, payment, report } = await sign();
  const start = await copyDatabase(world);
  await report('chargeback');
  await broadcastPayout(sending('underpriced').context, orderId);
  await follow(orderId, 8);
  expect((await payoutOf(orderId)).status).toBe('failed');

  const { context: later, work } = await start();
  const live = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await work({ isEarly: true });
      await sandbox.mine('bitcoin', 3);
      await scanWallet(later);
      await watchWallets(later);
    }
  };
  await beginWork(later);
  await confirmCardPayment(later, { acquirer: 'card_one', acquirerPaymentId: payment });
  await live();
  // That of the sending which a node refused, before the copy.
  await later.db.updateTable('alarms').set({ clearedAt: new Date() }).where('subject', '=', orderId).execute();
  await releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own: '1' });
  await broadcastPayout(later, orderId);
  await live();
  expect((await payoutOf(orderId, later)).status).toBe('failed');
  expect(await compareWallet(later)).toEqual([]);
  const open = later.db
    .selectFrom('alarms')
    .select('kind')
    .where('subject', '=', orderId)
    .where('clearedAt', 'is', null);
  expect(await open.execute()).toEqual([{ kind: 'payout_failed' }]);
  await creditPayoutToBalance(later, { niceId, operator: 'ada' });
  expect(await open.execute()).toEqual([]);
});

test('so it is where dearer bytes than the copy has have brought its coins back, and nothing is waited for', async () => {
  const { orderId, niceId } = await lose();
  await broadcastPayout(sending().context, orderId);
  const { status, txid } = await payoutOf(orderId);
  expect(status).toBe('freeing');
  const start = await copyDatabase(world);
  await swap(txid);
  const refused = sending('underpriced');
  for (let look = 0; look < 2; look += 1) await followPayout(refused.context, orderId);
  await follow(orderId, 7);
  expect((await payoutOf(orderId)).status).toBe('failed');
  expect((await payoutOf(orderId)).txid).not.toBe(txid);

  const { context: later } = await start();
  await beginWork(later);
  await agreeWithChain(later, 'bitcoin');
  expect((await listHolds(later.db, 'bitcoin')).map(({ reason }) => reason)).toContain('unknown_spend');
  await releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own: '1' });
  for (let look = 0; look < 2; look += 1) await followPayout(later, orderId);
  expect((await payoutOf(orderId, later)).status).toBe('failed');
  expect((await listBlockedPayouts(later)).map((blocked) => blocked.niceId)).toContain(niceId);
  expect(await compareWithOutside(later)).toEqual([]);
});

test('it does not fail before what has spent its coins is final, and one that no block will have holds nothing', async () => {
  const { orderId, first } = await lose();
  const start = await copyDatabase(world);
  await broadcastPayout(sending().context, orderId);
  await sandbox.mine('bitcoin', 1);
  const { txid } = await payoutOf(orderId);
  const { context: later } = await start();
  await beginWork(later);
  await agreeWithChain(later, 'bitcoin');
  const release = (own: string) => releasePayouts(later, { chain: 'bitcoin', operator: 'grace', own });
  await expect(release('1')).rejects.toThrow(`${txid} ends a pay-out of the books and has 1 of 6 confirmations`);
  await sandbox.reorganise('bitcoin', 1, [txid ?? '']);
  await expect(release('1')).rejects.toThrow(`In no block yet: ${txid}`);
  // Another node had the first bytes.
  await context.providers.bitcoin.broadcast(first);
  await sandbox.mine('bitcoin', 7);
  // A person had believed it.
  const booked = {
    operator: 'grace',
    action: 'forgotten_booked',
    subject: 'CL',
    details: { proof: txid ?? '' },
  } as const;
  await later.db.transaction().execute((trx) => recordAction(later, trx, booked));
  await release('0');
  expect(await listHolds(later.db, 'bitcoin')).toEqual([]);
  const alarms = later.db.selectFrom('alarms').select('kind').where('subject', '=', txid);
  expect(await alarms.execute()).toEqual([{ kind: 'payout_conflict' }]);
  expect((await payoutOf(orderId, later)).status).toBe('signed');
});
