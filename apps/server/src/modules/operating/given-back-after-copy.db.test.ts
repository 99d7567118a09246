import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { listHolds } from '../payout-holds/store.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { settleByHand } from './blocked-payouts.ts';
import { listHeldOrders, releaseOrder, returnHeldOrder } from './decide-held-order.ts';
import { releasePayouts } from './release-payouts.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
await world.fundWallet('5');
await beginWork(context);
beforeAll(() => sandbox.setBankMode('hold'));
afterAll(() => sandbox.setBankMode('auto'));
const operator = 'grace';

/** A copy in which an order waits for a person, as it is worth more than the limit for this. */
async function copyHeld(niceId: string, most: number) {
  const given = { niceId, operator };
  expect((await listHeldOrders(context)).map((held) => held.niceId)).toContain(niceId);
  const start = await copyDatabase(world);
  context.config.ORDER_MOST_EUR = most;
  await releaseOrder(context, given);
  return {
    give: given,
    restore: async () => {
      const restored = await start();
      await beginWork(restored.context);
      for (let turn = 0; turn < 2; turn += 1) await restored.work({ isEarly: true });
      return { ...restored, later: restored.context };
    },
  };
}

test('an order that was released and paid on a chain after the copy is not given back', async () => {
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = 100;
  const client = await world.signInClient();
  const address = await sandbox.outsideAddress('bitcoin');
  const { order } = await world.buy(client.access, { payin_amount: '250', dst_address: address });
  const niceId = order.nice_id;
  await sandbox.settlePayment(await world.paymentOf(niceId), 'approved');
  await world.work();
  const { give, restore } = await copyHeld(niceId, ORDER_MOST_EUR);
  for (let turn = 0; turn < 3; turn += 1) {
    await world.work({ isEarly: true });
    await sandbox.mine('bitcoin', 3);
  }
  await world.until(niceId, 'finished');
  const { later } = await restore();
  const holds = await listHolds(later.db, 'bitcoin');
  const proof = holds.find(({ details }) => details.payments.some((paid) => paid.address === address))?.subject ?? '';
  await expect(returnHeldOrder(later, give)).rejects.toThrow(`by-hand ${niceId} ${proof}`);
  await releaseOrder(later, give);
  await settleByHand(later, { ...give, proof });
  await releasePayouts(later, { chain: 'bitcoin', operator, own: '0' });
  expect((await sandbox.balance('bitcoin', address)).transactions).toHaveLength(1);
  expect(await later.db.selectFrom('refunds').selectAll().execute()).toEqual([]);
  expect(await compareWithOutside(later)).toEqual([]);
});

test('an order that was released and paid by the bank after the copy is not given back', async () => {
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = 100;
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  const from = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: '0.005', dst_address: '' };
  const account = { iban: 'DE89370400440532013000', beneficiary_account: 'Ada Lovelace', is_agree_name: '1' };
  const to = { payout_currency: 'EUR', payout_group: 'sepa', ...account };
  const { body } = await world.buy(client.access, { ...from, ...to });
  const niceId = body.nice_id;
  await approveByCode(world, client, body);
  await world.work();
  const { give, restore } = await copyHeld(niceId, ORDER_MOST_EUR);
  await world.work();
  const [payout] = await sandbox.bankPayouts(niceId);
  await sandbox.endBankPayout(payout?.id ?? '', 'settled', 0);
  await world.work({ isEarly: true });
  await world.until(niceId, 'finished');
  const { later, work } = await restore();
  await expect(returnHeldOrder(later, give)).rejects.toThrow(`release ${niceId}`);
  await releaseOrder(later, give);
  for (let turn = 0; turn < 2; turn += 1) await work({ isEarly: true });
  const { status } = await later.db
    .selectFrom('orders')
    .select('status')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  expect([status, await readBalance(later.db, paths.client(client.niceId), 'BTC')]).toEqual(['finished', 0n]);
  expect([await sandbox.bankPayouts(niceId), await compareWithOutside(later)]).toEqual([[expect.anything()], []]);
});
