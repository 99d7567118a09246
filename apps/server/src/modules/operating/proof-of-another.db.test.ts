import { expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { settleByHand, stopPayout } from './blocked-payouts.ts';
import { requireElsewhere, requireProof } from './decide-held-order.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, restore, follow, payoutOf, useNumber, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';
const chain = 'ethereum';

/** A payout that a person has stopped. */
async function stopOne() {
  const bought = await buy();
  await bought.pay();
  const held = { status: 'held', holdReason: 'fee' };
  await context.db.updateTable('payouts').set(held).where('orderId', '=', bought.orderId).execute();
  await stopPayout(context, { niceId: bought.niceId, operator });
  return bought;
}

/** A command that has asked the outside before the release of the chain, and decides after it. */
function decideLate(own: AppContext, niceId: string, proof: Awaited<ReturnType<typeof requireElsewhere>>) {
  return own.db.transaction().execute((trx) => requireProof(own, trx, niceId, proof));
}

test('bytes that became the pay-out of one order prove no other one of its address', async () => {
  const other = await stopOne();
  const one = await buy('ETH', { dst_address: other.address });
  await one.pay();
  await buildPayouts(context, [{ orderId: one.orderId }]);
  const start = await copyDatabase(world);
  await useNumber(one.orderId, 'dearer');
  await sandbox.mine(chain, 13);
  await follow(context, one.orderId);
  const { txid } = await payoutOf(context, one.orderId);
  const { later } = await restore(start);
  const byHand = () => settleByHand(later, { niceId: other.niceId, operator, proof: txid ?? '' });
  await expect(byHand()).rejects.toThrow('is the pay-out of another order of that address: release-chain follows it');
  const asked = await requireElsewhere(later, other.niceId, txid ?? '');
  await releasePayouts(later, { chain, operator, own: '0' });
  await follow(later, one.orderId);
  await expect(decideLate(later, other.niceId, asked)).rejects.toThrow(`${txid} is the pay-out of another order`);
  await expect(byHand()).rejects.toThrow('is of our own wallet, and chain-holds does not list it');
  expect(await countPaid(one.address, 'ETH')).toBe(1);
});

test("what was released as the house's and is in a block proves the order that it has paid", async () => {
  const { niceId, orderId } = await stopOne();
  const start = await copyDatabase(world);
  const allowed = { status: 'planned', allowedAt: new Date() };
  await context.db.updateTable('payouts').set(allowed).where('orderId', '=', orderId).execute();
  await buildPayouts(context, [{ orderId }]);
  await sandbox.mine(chain, 13);
  const { txid } = await payoutOf(context, orderId);
  const { later } = await restore(start);
  await releasePayouts(later, { chain, operator, own: '1', although: [niceId] });
  await settleByHand(later, { niceId, operator, proof: txid ?? '' });
  const orders = later.db.selectFrom('orders').select('status').where('niceId', '=', niceId);
  expect(await orders.execute()).toEqual([{ status: 'finished' }]);
});

test('a transaction that no block will ever have proves nothing once its hold has ended', async () => {
  const { niceId, orderId } = await stopOne();
  const start = await copyDatabase(world);
  const allowed = { status: 'planned', allowedAt: new Date() };
  await context.db.updateTable('payouts').set(allowed).where('orderId', '=', orderId).execute();
  await buildPayouts(context, [{ orderId }]);
  const { txid } = await payoutOf(context, orderId);
  const { later } = await restore(start);
  const asked = await requireElsewhere(later, niceId, txid ?? '');
  await sandbox.dropTransaction(chain, txid ?? '');
  await releasePayouts(later, { chain, operator, own: '0' });
  await expect(decideLate(later, niceId, asked)).rejects.toThrow(`does not list ${txid} any more`);
  const byHand = settleByHand(later, { niceId, operator, proof: txid ?? '' });
  await expect(byHand).rejects.toThrow(`${txid} is in no block of ethereum`);
});
