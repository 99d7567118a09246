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
