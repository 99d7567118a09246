import { expect, test } from 'vitest';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { settleByHand } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, restore, payoutOf, send, follow } = await openNumberedWorld();
const { context } = world;
const operator = 'grace';
const chain = 'ethereum';

test('of two transactions that a restore forgot, to the address of one order, each is named, and one is a conflict', async () => {
  const { niceId, orderId, address, pay } = await buy();
  await pay();
  const planned = context.db.updateTable('payouts').where('orderId', '=', orderId);
  await planned.set({ status: 'held', holdReason: 'fee' }).execute();
  const start = await copyDatabase(world);
  await planned.set({ status: 'planned', holdReason: '', allowedAt: new Date() }).execute();
  const first = await send(orderId);
  const again = await buy('ETH', { dst_address: address });
  await again.pay();
  await buildPayouts(context, [again]);
  await follow(context, again.orderId);
  const { txid: second } = await payoutOf(context, again.orderId);
  const { later } = await restore(start);
  const release = (own: string) => releasePayouts(later, { chain, operator, own });
  for (const txid of [first, second, `by-hand ${niceId}`])
    await expect(release('0')).rejects.toThrow(txid ?? 'no second');
  await settleByHand(later, { niceId, operator, proof: first });
  await expect(release('0')).rejects.toThrow(`${second} (to the address of ${niceId}, which ${first} has paid)`);
  await release('1');
  const conflicts = later.db.selectFrom('alarms').select(['subject', 'details']).where('kind', '=', 'payout_conflict');
  expect(await conflicts.execute()).toEqual([{ subject: second, details: { order: niceId, paidBy: first } }]);
  expect(await compareWithOutside(later)).toEqual([]);
});
