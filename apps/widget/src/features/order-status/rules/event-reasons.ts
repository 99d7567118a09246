/** Reasons of the history that are news of their own, beside the change of a status. */
export const eventReasons = [
  'deposit_gone',
  'deposit_seen',
  'payment_accepted',
  'payment_late',
  'payment_over',
  'payment_partial',
  'payout_returned',
  'refund_started',
  'sender_mismatch',
] as const;

export type EventReason = (typeof eventReasons)[number];

export function isEventReason(reason: string): reason is EventReason {
  return eventReasons.some((known) => known === reason);
}
