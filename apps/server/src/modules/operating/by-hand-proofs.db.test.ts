import { describe, expect, test } from 'vitest';
import { sellToCard } from '../card-payouts/fixtures/sell-to-card.ts';
import { sendCardPayout } from '../card-payouts/send-card-payout.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { retryPayout, settleByHand, stopPayout } from './blocked-payouts.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';

const { world, buy } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';

const { sellHeld } = sellToCard(world);

/** A payout on Ethereum that a person has stopped. */
async function stopEther() {
  const { niceId, address, orderId, pay } = await buy('ETH');
  await pay();
  await context.db
    .updateTable('payouts')
    .set({ status: 'held', holdReason: 'fee' })
    .where('orderId', '=', orderId)
    .execute();
  await stopPayout(context, { niceId, operator });
  return { niceId, address };
}

const byHand = (niceId: string, proof: string) => settleByHand(context, { niceId, operator, proof });

describe('by-hand', () => {
  test.each(['as it is', 'stopped'])('leaves to "retry" what the acquirer has paid since the copy: %s', async (how) => {
    const niceId = await sellHeld();
    if (how === 'stopped') await stopPayout(context, { niceId, operator });
    const start = await copyDatabase(world);
    await retryPayout(context, { niceId, operator }).catch(() => undefined);
    if (how === 'stopped') {
      const { orderId = '' } = (await findOrder(context.db, { niceId })) ?? {};
      const again = { status: 'planned', allowedAt: new Date() };
      await context.db.updateTable('cardPayouts').set(again).where('orderId', '=', orderId).execute();
      await sendCardPayout(context, orderId);
    }
    await world.work();
    await world.work({ isEarly: true });
    const { context: later, work } = await start();
    await beginWork(later);
    const [made] = await sandbox.cardPayouts(niceId);
    for (const proof of [made?.id ?? '', 'paid by hand'])
      await expect(settleByHand(later, { niceId, operator, proof })).rejects.toThrow(`retry ${niceId} books it so`);
    await work({ isEarly: true });
    await retryPayout(later, { niceId, operator });
    for (let turn = 0; turn < 3; turn += 1) await work({ isEarly: true });
    const orders = later.db.selectFrom('orders').select('status').where('niceId', '=', niceId);
    expect([await orders.execute(), await compareWithOutside(later)]).toEqual([[{ status: 'finished' }], []]);
  });

  test('takes no number of an acquirer that is not held there, and any words where it has paid nothing', async () => {
    const niceId = await sellHeld();
    await expect(byHand(niceId, 'po_363c9524aefbc5d626b8ef04')).rejects.toThrow('and no pay-out there');
    await byHand(niceId, 'transfer 4711 at the savings bank');
  });

  test('takes of transactions one that is in a block, is not ours and has paid the address, for one order', async () => {
    const [one, other] = [await stopEther(), await stopEther()];
    const wrong = `0x${'ab'.repeat(32)}`;
    await expect(byHand(one.niceId, wrong)).rejects.toThrow(`${wrong} is in no block of ethereum`);
    const txid = await sandbox.send('ethereum', { address: one.address, amount: '0.01', asset: 'ETH' });
    await expect(byHand(one.niceId, txid)).rejects.toThrow('is in no block');
    await sandbox.mine('ethereum', 1);
    await expect(byHand(other.niceId, txid)).rejects.toThrow(`${txid} did not pay ${other.niceId}`);
    await byHand(one.niceId, txid);
    const again = await buy('ETH', { dst_address: one.address });
    await again.pay();
    await context.db
      .updateTable('payouts')
      .set({ status: 'held', holdReason: 'fee' })
      .where('orderId', '=', again.orderId)
      .execute();
    await expect(byHand(again.niceId, txid)).rejects.toThrow('has paid another order');
  });
});
