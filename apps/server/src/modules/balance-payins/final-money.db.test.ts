import { expect, test } from 'vitest';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { openDepositWorld } from '../balance-deposits/fixtures/open-deposit-world.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer } from '../bank-payins/fixtures/pay-by-transfer.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { balancePayin } from './balance-payin.ts';

const world = await openDepositWorld();
const { context, sandbox } = world;
const { db } = context;

/** Whether an order that the client pays from the balance now can no longer be reversed. */
async function isFinal({ clientId }: SignedInClient, executor: Executor = db): Promise<boolean> {
  const now = context.clock.now();
  return balancePayin.isFinal({ ...context, db: executor }, { orderId: '', clientId, since: now }, now);
}

test('a client without payments behind the balance waits for nothing', async () => {
  expect(await isFinal(await world.signInClient())).toBe(true);
});

test('an own deposit: until it is settled, and while it is lost and not paid again', async () => {
  const client = await world.signInClient();
  const { address } = await world.ask(client);
  await sandbox.send('bitcoin', { address, amount: '0.01' });
  await world.scan();
  expect(await isFinal(client)).toBe(false);
  await world.mine(1);
  expect(await isFinal(client)).toBe(false);
  await world.mine(6);
  await world.mine(1);
  expect(await isFinal(client)).toBe(true);

  // A row without its loss in the books is looked at, and never kept.
  const seen: boolean[] = [];
  const looked = db.transaction().execute(async (trx) => {
    const rows = trx.updateTable('deposits').where('clientId', '=', client.clientId);
    await rows.set({ status: 'lost' }).execute();
    seen.push(await isFinal(client, trx));
    await rows.set((values) => ({ lossSettled: values.ref('amount') })).execute();
    seen.push(await isFinal(client, trx));
    throw new Error('rolled back');
  });
  await expect(looked).rejects.toThrow('rolled back');
  expect(seen).toEqual([false, true]);
});

test('coins that an order put onto the balance, until they are settled', async () => {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, {
    payin_currency: 'BTC',
    payin_group: 'bitcoin',
    payin_amount: '0.02',
    payout_currency: 'EUR',
    payout_group: 'balance',
    dst_address: '',
  });
  const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
  await sandbox.send('bitcoin', { address, amount: '0.02' });
  await world.mine(1);
  expect((await world.read(order.nice_id, client.access)).status).toBe('finished');
  expect(await isFinal(client)).toBe(false);
  await world.mine(6);
  expect(await isFinal(client)).toBe(true);
});

test('a bank transfer, for as long as it can be recalled', async () => {
  const client = await world.signInClient();
  const changes = { payin_group: 'sepa', payout_group: 'balance', payout_currency: 'EUR', dst_address: '' };
  const { order } = await world.buy(client.access, changes);
  await payByTransfer(world, order.nice_id, '250.00');
  await collectTransfers(context);
  await world.work();
  expect(await isFinal(client)).toBe(false);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  const age = (days: number) =>
    db
      .updateTable('bankTransfers')
      .set({ createdAt: new Date(context.clock.now().getTime() - days * 24 * 3600 * 1000) })
      .where('orderId', '=', orderId)
      .execute();
  await age(13.9);
  expect(await isFinal(client)).toBe(false);
  await age(14.1);
  expect(await isFinal(client)).toBe(true);
});

test('a payment that a restore forgot and a person gave to the balance', async () => {
  const client = await world.signInClient();
  const seen: boolean[] = [];
  // No acquirer has it: it is looked at, and never kept.
  const looked = db.transaction().execute(async (trx) => {
    const to = paths.client(client.niceId);
    await postEntry(trx, context, {
      kind: 'forgotten_payment',
      reference: 'CW1FORGOTTEN',
      idempotencyKey: 'forgotten_payment:card_one:pay_1',
      postings: [{ from: paths.worldCard('card_one'), to, amount: 25_000n, currency: 'EUR' }],
    });
    seen.push(await isFinal(client, trx));
    throw new Error('rolled back');
  });
  await expect(looked).rejects.toThrow('rolled back');
  expect(seen).toEqual([false]);
});
