import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { OrderRow } from '../order-lifecycle/store.ts';

/** What an order must say for the rule. */
export type MoneyOrder = Pick<
  OrderRow,
  'status' | 'payinCurrency' | 'payinAmount' | 'receivedAmount' | 'isFloatingRate' | 'decisionKind'
>;

/**
 * What becomes of money that arrived:
 * - `give_back`: nobody asked for it; the order stays as it is
 * - `ask`: its owner is asked; in part, or too late for the price that was promised
 * - `exchange`: so much of everything that is there is exchanged, and the surplus goes back
 */
export type MoneyDecision =
  | { kind: 'give_back' }
  | { kind: 'ask'; about: 'partial' | 'late' }
  | { kind: 'exchange'; amount: bigint; surplus: bigint };

/**
 * The rule of settlement. A promised price counts for money that arrived while it was held; a floating one is that of
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

/** Of what has arrived, what is exchanged and what goes back: all of it where that is allowed, else what was asked for. */
export function splitAmount(total: bigint, asked: bigint, isAllowed: boolean): { amount: bigint; surplus: bigint } {
  const amount = total <= asked || isAllowed ? total : asked;
  return { amount, surplus: total - amount };
}
