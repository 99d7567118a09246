import { readOrderNumber, showOrderNumber } from '@causeway/domain/orders/order-number';
import type { AppContext } from '../../context.ts';
import { OperatorFault } from '../operators/record-action.ts';

/**
 * An order by the number that its client reads out, in whatever spelling, or by its long id.
 *
 * @throws OperatorFault for a number with a wrong digit, and for one that no order has
 */
export async function findOrderByNumber({ db }: Pick<AppContext, 'db'>, text: string): Promise<string> {
  const digits = readOrderNumber(text);
  const order = await db
    .selectFrom('orders')
    .select(['niceId', 'number', 'status', 'payinCurrency', 'payoutCurrency', 'createdAt'])
    .where((where) =>
      digits === undefined ? where('niceId', '=', text.trim().toUpperCase()) : where('number', '=', digits),
    )
    .executeTakeFirst();
  if (order === undefined)
    throw new OperatorFault(
      digits === undefined
        ? `${text} is no order number: a digit of it is wrong or missing.`
        : `No order has the number ${showOrderNumber(digits)}.`,
    );
  const { niceId, number, status, payinCurrency, payoutCurrency, createdAt } = order;
  const pair = `${payinCurrency} to ${payoutCurrency}`;
  return [showOrderNumber(number), niceId, status, pair, createdAt.toISOString()].join('  ');
}

/** What a command was given, with the long id in place of each order number that begins with its letters. */
export async function nameOrders({ db }: Pick<AppContext, 'db'>, given: readonly string[]): Promise<string[]> {
  return Promise.all(
    given.map(async (text) => {
      const digits = /^\s*cw/i.test(text) ? readOrderNumber(text) : undefined;
      if (digits === undefined) return text;
      const order = await db.selectFrom('orders').select('niceId').where('number', '=', digits).executeTakeFirst();
      return order?.niceId ?? text;
    }),
  );
}
