import { expect, test } from 'vitest';
import { listenToStatements } from '../../database/fixtures/explain-statement.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { agreeWithProvider } from './agree-with-provider.ts';
import { listHolds, openHold } from './store.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;

test('payments whose orders are in the books are compared by the page: new ones come faster than one by one', async () => {
  const { access } = await world.signInClient();
  for (let count = 0; count < 3; count += 1) {
    const { order } = await world.buy(access, { payout_group: 'balance', dst_address: '' });
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  }
  await openHold(context, context.db, { chain: 'card_one', reason: 'restored', subject: 'epoch 2' });
  const keys: unknown[] = [];
  const statements: string[] = [];
  const db = listenToStatements(context.db, (sql, parameters) => {
    statements.push(sql);
    keys.push(...parameters.filter((one) => String(one).startsWith('forgotten_payment:')));
  });
  expect(await agreeWithProvider({ ...context, db }, 'card_one')).toBe(true);
  expect(statements.filter((sql) => sql.includes('from "orders"')).length).toBeGreaterThan(0);
  expect(keys).toEqual([]);
  expect(await listHolds(context.db, 'card_one')).toEqual([]);
});

const forgotten = {
  amount: '250.00',
  currency: 'EUR',
  description: 'Causeway',
  returnUrl: 'https://shop.test/',
  expiresAt: new Date(Date.now() + 3_600_000),
  flow: 'page',
  isCardKept: false,
} as const;

test('a payment of an order that the copy has not is no longer paid once the acquirer agrees; what was faster is named', async () => {
  const { access } = await world.signInClient();
  const { order } = await world.buy(access, { payout_group: 'balance', dst_address: '' });
  const own = await world.paymentOf(order.nice_id);
  const acquirer = context.providers.acquirers.find('card_one');
  const [open, faster] = [
    await acquirer.createPayment({ ...forgotten, key: 'open', reference: 'CWF0RG0TTEN1' }),
    await acquirer.createPayment({ ...forgotten, key: 'faster', reference: 'CWF0RG0TTEN2' }),
  ];
  const list = acquirer.listPayments.bind(acquirer);
  acquirer.listPayments = async (since, after) => {
    const page = await list(since, after);
    if (page.some(({ id }) => id === faster.id)) await sandbox.settlePayment(faster.id, 'approved', 0);
    return page;
  };
  await openHold(context, context.db, { chain: 'card_one', reason: 'restored', subject: 'epoch 3' });
  expect(await agreeWithProvider(context, 'card_one')).toBe(true);
  acquirer.listPayments = list;
  const statuses = [open.id, faster.id, own].map(async (id) => (await acquirer.getPayment(id)).status);
  expect(await Promise.all(statuses)).toEqual(['canceled', 'approved', 'created']);
  const alarms = context.db.selectFrom('alarms').select(['subject', 'details']).where('kind', '=', 'payment_mismatch');
  expect(await alarms.execute()).toEqual([
    { subject: faster.reference, details: { acquirer: 'card_one', id: faster.id, amount: '250.00', currency: 'EUR' } },
  ]);
});
