import { actionStatuses, type OrderStatus } from './order-status.ts';

const beforeMoney: readonly OrderStatus[] = ['pending', 'confirmation_pending', 'payin_pending', ...actionStatuses];
const endsWithoutMoney: readonly OrderStatus[] = ['canceled', 'expired', 'error'];

/**
 * From which status an order may go to which. Before money arrives an order may ask the client for something, wait
 * again, be canceled or expire; `pending` also holds an order whose money came late or in part until its owner decides.
 * Once all money has arrived it is `processing` and ends as finished, refunded or, when neither can be done
 * automatically, error; a withdrawal whose payout is not signed yet may be canceled. A payment that arrives for an
 * expired or canceled order is refunded by its payment; the order keeps its final status.
 */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmation_pending', 'payin_pending', 'processing', 'refunded', ...actionStatuses, ...endsWithoutMoney],
  confirmation_pending: ['payin_pending', 'processing', ...endsWithoutMoney],
  payin_pending: ['pending', 'processing', 'refunded', ...actionStatuses, ...endsWithoutMoney],
  processing: ['finished', 'refunded', 'canceled', 'error', ...actionStatuses],
  email_pending: askedFrom('email_pending'),
  card_pending: askedFrom('card_pending'),
  card_manual_pending: askedFrom('card_manual_pending'),
  address_pending: askedFrom('address_pending'),
  proof_pending: askedFrom('proof_pending'),
  video_pending: askedFrom('video_pending'),
  verify_pending: askedFrom('verify_pending'),
  identity_pending: askedFrom('identity_pending'),
  finished: [],
  error: [],
  expired: [],
  refunded: [],
  canceled: [],
};

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return orderTransitions[from].includes(to);
}

/** Whether an order in this status still waits for its payment. */
export function isBeforeMoney(status: OrderStatus): boolean {
  return beforeMoney.includes(status);
}

function askedFrom(status: OrderStatus): readonly OrderStatus[] {
  const others = actionStatuses.filter((other) => other !== status);
  return ['pending', 'payin_pending', 'processing', 'refunded', ...others, ...endsWithoutMoney];
}
