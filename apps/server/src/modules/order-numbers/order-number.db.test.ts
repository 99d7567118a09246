import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { findOrderByNumber, nameOrders } from './find-order.ts';

const world = await openOrderWorld();
const { db } = world.context;

describe('S16 the number of an order', () => {
  test('is drawn with a right check digit, discloses no volume, and finds its order for an operator', async () => {
    const { order } = await world.buy(await world.signIn());
    const number = String(order['number']);
    expect(number).toMatch(/^CW-\d{4} \d{4}$/);
    await world.paymentOf(order.nice_id);
    // A payer reads it on the acquirer's page and at the bank; the link stays out of both.
    const [payment] = await world.sandbox.acquirerPayments(order.nice_id);
    expect(payment).toMatchObject({ description: `${world.context.config.BRAND_NAME} ${number}` });
    const typed = number.toLowerCase().replace(' ', '');
    expect(await findOrderByNumber({ db }, typed)).toContain(order.nice_id);
    expect(await findOrderByNumber({ db }, typed.replace('cw-', ''))).toContain(order.nice_id);
    expect(await nameOrders({ db }, [typed, '7', order.nice_id])).toEqual([order.nice_id, '7', order.nice_id]);
    const last = Number(typed.at(-1));
    await expect(findOrderByNumber({ db }, `${typed.slice(0, -1)}${(last + 1) % 10}`)).rejects.toThrow(
      'wrong or missing',
    );
  });

  test('is never another order’s: a number that was drawn is not drawn again', async () => {
    const drawn = await sql<{
      digits: string;
    }>`select draw_order_number() as digits from generate_series(1, 500)`.execute(db);
    const numbers = drawn.rows.map(({ digits }) => digits);
    expect(new Set(numbers).size).toBe(500);
    await expect(findOrderByNumber({ db }, showOrderNumber(numbers[0] ?? ''))).rejects.toThrow(
      'No order has the number',
    );
  });
});
