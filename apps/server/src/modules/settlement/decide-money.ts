import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { OrderRow } from '../order-lifecycle/store.ts';

/** The fields of an order that the rule needs. */
export type MoneyOrder = Pick<
  OrderRow,
  'status' | 'payinCurrency' | 'payinAmount' | 'receivedAmount' | 'isFloatingRate' | 'decisionKind'
>;

/**
 * What happens with money that arrived:
 * - `give_back`: it was not requested; the order stays unchanged
 * - `ask`: its owner is asked; it came in part, or too late for the promised price
 * - `exchange`: so much of everything that has arrived is exchanged, and the surplus is refunded
 */
export type MoneyDecision =
  | { kind: 'give_back' }
  | { kind: 'ask'; about: 'partial' | 'late' }
  | { kind: 'exchange'; amount: bigint; surplus: bigint };

/**
 * The rule of settlement. A promised price applies to money that arrived while it was valid; a floating one is that of
 * the moment, so no money is late for it.
 *
 * @param isInTime whether the money came while the price was promised
 * @param isAllowed whether everything together may be exchanged: the option's most and the client's limits
 */
export function decideMoney(
  order: MoneyOrder,
  money: { amount: bigint; currency: string },
  { isInTime, isAllowed }: { isInTime: boolean; isAllowed: boolean },
): MoneyDecision {
  if (!isBeforeMoney(order.status) || money.currency !== order.payinCurrency) return { kind: 'give_back' };
  if (!order.isFloatingRate && (!isInTime || order.decisionKind === 'late')) return { kind: 'ask', about: 'late' };
  const total = order.receivedAmount + money.amount;
  if (total < order.payinAmount) return { kind: 'ask', about: 'partial' };
  return { kind: 'exchange', ...splitAmount(total, order.payinAmount, isAllowed) };
}

/**
 * Of what has arrived, what is exchanged and what is refunded: all is exchanged where that is allowed, else the
 * requested amount.
 */
export function splitAmount(total: bigint, asked: bigint, isAllowed: boolean): { amount: bigint; surplus: bigint } {
  const amount = total <= asked || isAllowed ? total : asked;
  return { amount, surplus: total - amount };
}
