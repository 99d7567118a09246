import { expect, test } from 'vitest';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { buildPayouts } from '../chain-payouts/build-payout.ts';
import { expireOrder } from '../orders/end-unpaid-order.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { ageLooks } from '../chain-wallets/fixtures/age-looks.ts';
import { settleByHand } from './blocked-payouts.ts';
import { releaseOrder } from './decide-held-order.ts';
import { openNumberedWorld } from './fixtures/forget-bytes.ts';
import { bookForgotten } from './forgotten/book-forgotten.ts';
import { releasePayouts } from './release-payouts.ts';

const { world, buy, send, restore, countPaid } = await openNumberedWorld();
const { context, sandbox } = world;
const operator = 'grace';
const chain = 'ethereum';

test('an order that waits for its payment in the copy, and was paid out after it, is not paid out again', async () => {
  const { orderId, niceId, address, pay } = await buy();
  const start = await copyDatabase(world);
  await pay();
  const proof = await send(orderId);
  const { later } = await restore(start);
  const release = (own: string) => releasePayouts(later, { chain, operator, own });
  await expect(release('1')).rejects.toThrow(`went to the address of ${niceId}, which waits for its payment`);
  await syncCardPayment(later, orderId);
  await expect(release('1')).rejects.toThrow(`went to the address of ${niceId}: by-hand ${niceId} ${proof}`);
  await settleByHand(later, { niceId, operator, proof });
  await release('0');
  ageLooks();
  await buildPayouts(later, [{ orderId }]);
  await sandbox.mine(chain, 13);
  expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([1, []]);
});

test('an order of a balance that waits for its code there ends, and what was paid for it is taken again', async () => {
  const client = await world.signInClient();
  await world.giveBalance(client, 29_000n, 'EUR');
  const dst_address = await sandbox.outsideAddress(chain);
  const paid = { payin_currency: 'EUR', payin_group: 'balance', payin_amount: '60' };
  const { body } = await world.buy(client.access, {
    ...paid,
    payout_currency: 'ETH',
    payout_group: chain,
    dst_address,
  });
  const { orderId = '' } = (await findOrder(context.db, { niceId: body.nice_id })) ?? {};
  const start = await copyDatabase(world);
  await approveByCode(world, client, body);
  const proof = await send(orderId);
  const { later } = await restore(start);
  const release = (own: string) => releasePayouts(later, { chain, operator, own });
  const book = () => bookForgotten(later, operator, [chain, proof, client.niceId, '60', 'EUR']);
  await expect(release('1')).rejects.toThrow(`went to the address of ${body.nice_id}, which waits`);
  await expect(book()).rejects.toThrow(`${body.nice_id}, which waits for its payment or its client, until`);
  const { payinDeadline } = (await findOrder(later.db, { orderId })) ?? { payinDeadline: new Date() };
  await expireOrder({ ...later, clock: { now: () => new Date(payinDeadline.getTime() + 1000) } }, orderId);
  await book();
  await release('0');
  expect(await readBalance(later.db, paths.client(client.niceId), 'EUR')).toBe(23_000n);
  expect([await countPaid(dst_address, 'ETH'), await compareWithOutside(later)]).toEqual([1, []]);
});

test('an order whose client was asked about late money there is released for its client, and settled by hand', async () => {
  const { orderId, niceId, address, client, pay } = await buy('ETH', { is_floating_rate: '0' });
  const ended = { expiresAt: new Date(Date.now() - 1000), createdAt: new Date(Date.now() - 3_600_000) };
  await context.db.updateTable('orders').set(ended).where('orderId', '=', orderId).execute();
  await pay();
  expect(await findOrder(context.db, { orderId })).toMatchObject({ status: 'pending', decisionKind: 'late' });
  const start = await copyDatabase(world);
  const early = { niceId, operator };
  await expect(releaseOrder(context, early)).rejects.toThrow(`The client of ${niceId} decides about its money.`);
  await world.call('/lt_decision', { nice_id: niceId, answer: 'yes' }, client.access);
  const proof = await send(orderId);
  const { later } = await restore(start);
  const release = (own: string) => releasePayouts(later, { chain, operator, own });
  await expect(release('1')).rejects.toThrow(`holds its money: release ${niceId}, by-hand ${niceId} ${proof}`);
  await releaseOrder(later, { niceId, operator });
  await settleByHand(later, { niceId, operator, proof });
  await release('0');
  expect((await findOrder(later.db, { orderId }))?.status).toBe('finished');
  expect([await countPaid(address, 'ETH'), await compareWithOutside(later)]).toEqual([1, []]);
});
