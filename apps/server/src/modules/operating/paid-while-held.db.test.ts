import { expect, test } from 'vitest';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { settleByHand } from './blocked-payouts.ts';
import { listHeldOrders, releaseOrder } from './decide-held-order.ts';
import { releasePayouts } from './release-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);
const operator = 'grace';

test('an order that waits for a person in the copy, and was released and paid after it, is not paid again', async () => {
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = 100;
  const client = await world.signInClient();
  const dst_address = await sandbox.outsideAddress('bitcoin');
  const { order } = await world.buy(client.access, { payin_amount: '250', dst_address });
  const { nice_id: niceId } = order;
  await sandbox.settlePayment(await world.paymentOf(niceId), 'approved');
  await world.work();
  expect((await listHeldOrders(context)).map((held) => held.niceId)).toEqual([niceId]);
  const start = await copyDatabase(world);
  context.config.ORDER_MOST_EUR = ORDER_MOST_EUR;
  await releaseOrder(context, { niceId, operator });
  for (let turn = 0; turn < 3; turn += 1) {
    await world.work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
  }
  await world.until(niceId, 'finished');
  const { context: later, work } = await start();
  const live = async () => {
    await work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
  };
  await beginWork(later);
  await live();
  const holds = await listHolds(later.db, 'bitcoin');
  const proof = holds.find(({ details }) => details.payments.some(({ address }) => address === dst_address))?.subject;
  const release = (own: string) => releasePayouts(later, { chain: 'bitcoin', operator, own });
  const next = `release ${niceId}, by-hand ${niceId} ${proof}, then release-chain`;
  await expect(release('1')).rejects.toThrow(`went to the address of ${niceId}, which holds its money: ${next}`);
  await releaseOrder(later, { niceId, operator });
  await settleByHand(later, { niceId, operator, proof: proof ?? '' });
  await release('0');
  for (let turn = 0; turn < 3; turn += 1) await live();
  expect((await sandbox.balance('bitcoin', dst_address)).transactions).toHaveLength(1);
  expect(await compareWithOutside(later)).toEqual([]);
});
