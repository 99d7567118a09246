// Generated from the list of the domain by `npm run endpoints`.

/** Every status that an order can have. */
export type OrderStatus =
  | 'pending'
  | 'payin_pending'
  | 'confirmation_pending'
  | 'email_pending'
  | 'card_pending'
  | 'card_manual_pending'
  | 'address_pending'
  | 'proof_pending'
  | 'video_pending'
  | 'verify_pending'
  | 'identity_pending'
  | 'processing'
  | 'finished'
  | 'error'
  | 'expired'
  | 'refunded'
  | 'canceled';
