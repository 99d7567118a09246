/** Every status of an order that the specification names (4.10). */
export const orderStatuses = [
  'pending',
  'payin_pending',
  'confirmation_pending',
  'email_pending',
  'card_pending',
  'card_manual_pending',
  'address_pending',
  'proof_pending',
  'video_pending',
  'verify_pending',
  'identity_pending',
  'processing',
  'finished',
  'error',
  'expired',
  'refunded',
  'canceled',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses in which the client has something to do (4.10-05). */
export const actionStatuses: readonly OrderStatus[] = [
  'email_pending',
  'card_pending',
  'card_manual_pending',
  'address_pending',
  'proof_pending',
  'video_pending',
  'verify_pending',
  'identity_pending',
];

/** Final statuses: nothing changes an order afterwards. */
export const finalStatuses: readonly OrderStatus[] = ['finished', 'error', 'expired', 'refunded', 'canceled'];

/** Statuses in which no money has arrived and the owner may cancel. */
export const cancelableStatuses: readonly OrderStatus[] = [
  'pending',
  'payin_pending',
  'confirmation_pending',
  ...actionStatuses,
];

export function isActionStatus(status: OrderStatus): boolean {
  return actionStatuses.includes(status);
}

export function isFinalStatus(status: OrderStatus): boolean {
  return finalStatuses.includes(status);
}

export function isCancelableStatus(status: OrderStatus): boolean {
  return cancelableStatuses.includes(status);
}
