import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';
import { askOwner } from './ask-owner.ts';
import { bookMoney } from './book-money.ts';
import { decideMoney } from './decide-money.ts';
import { exchangeOrder } from './exchange-order.ts';
import { isAmountAllowed } from './is-amount-allowed.ts';
import { planRefund } from './plan-refund.ts';
import { priceForGood } from './price-for-good.ts';
import { readArrival } from './read-arrival.ts';
import type { RefundMethod } from './refund-row.ts';

/** Money that has arrived for an order, told by the firm that holds it. */
export interface ReceivedMoney {
  /** Kind of the ledger entry, for example `card_payin`. */
  kind: string;
  /** One entry per key, for ever: names the payment or transfer. */
  key: string;
  /** Ledger account it comes from, for example `world:card:card_one`. */
  from: string;
  /** Account in which it was kept meanwhile, when it did not come just now. */
  heldAt?: string;
  amount: bigint;
  currency: string;
  /** When it arrived outside, where its firm says so; else it arrives when it is taken in. */
  arrivedAt?: Date | undefined;
  /** When it was there for good, where that is later: coins that wait for a block can still be taken back. */
  settledAt?: Date | undefined;
  /** How it can go back to where it came from; left out it goes to the client's balance. */
  refundTo?: { method: RefundMethod; destination?: string; name?: string };
}

/**
 * Takes money in for an order whose row the caller holds and decides what becomes of it: it pays the order, waits for
 * the rest, waits for the owner's word, or goes back.
 *
 * @throws Error when it was received before, or when there is no rate to exchange it at just now
 */
export async function receiveMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  money: ReceivedMoney,
): Promise<void> {
  const receivedAmount = order.receivedAmount + money.amount;
  const isAllowed = receivedAmount <= order.payinAmount || (await isAmountAllowed(context, trx, order, receivedAmount));
  const arrival = await readArrival(context, trx, order.orderId, {
    toldAt: money.arrivedAt,
    settledAt: money.settledAt,
  });
  const decision = decideMoney(order, money, { isInTime: arrival.isInTime, isAllowed });
  const isAccepted = decision.kind !== 'give_back';
  const source = await bookMoney(context, trx, order, money, { isAccepted, arrivedAt: arrival.arrivedAt });
  if (!isAccepted) {
    const { orderId, status } = order;
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'refund_started', actor: 'system' });
    await planRefund(context, trx, order, source, { amount: money.amount, reason: 'not_wanted' });
    return;
  }
  const held = { ...order, receivedAmount };
  if (decision.kind === 'ask') return askOwner(context, trx, held, decision.about);
  const { isSlow } = arrival;
  const record = await priceForGood({ ...context, db: trx }, held, { amount: decision.amount, isSlow });
  if (!keepsBoundAmount(held, record)) return askOwner(context, trx, held, 'late');
  if (receivedAmount > order.payinAmount) await tellSurplus(context, trx, held);
  await exchangeOrder(context, trx, held, { record, surplus: decision.surplus });
}

async function tellSurplus(context: AppContext, trx: Executor, { orderId, status }: OrderRow): Promise<void> {
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payment_over', actor: 'system' });
}
