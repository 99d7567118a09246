import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { exchangeOrder } from './exchange-order.ts';
import { priceForGood } from './price-for-good.ts';

/** Money that has arrived for an order, told by the firm that holds it. */
export interface ReceivedMoney {
  /** Kind of the ledger entry, for example `card_payin`. */
  kind: string;
  /** One entry per key, for ever: names the payment or transfer. */
  key: string;
  /** Ledger account it comes from, for example `world:card:card_one`. */
  from: string;
  amount: bigint;
  currency: string;
}

/**
 * Takes money in for an order whose row the caller holds: books it as the order's, and exchanges it once all of it
 * is there.
 */
export async function receiveMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  money: ReceivedMoney,
): Promise<void> {
  const { orderId, niceId } = order;
  const { kind, key, from, amount, currency } = money;
  const postings = [{ from, to: paths.order(niceId), amount, currency }];
  const { isNew } = await postEntry(trx, context, { kind, reference: niceId, idempotencyKey: key, postings });
  if (!isNew) throw new Error(`The money ${key} of order ${niceId} was received twice.`);
  const receivedAmount = order.receivedAmount + amount;
  await trx.updateTable('orders').set({ receivedAmount }).where('orderId', '=', orderId).execute();
  const record = await priceForGood({ ...context, db: trx }, order);
  await exchangeOrder(context, trx, { ...order, receivedAmount }, record);
}
