/** An order as a notice tells it. Amounts are decimal text in the currency beside them. */
export interface WebhookOrder {
  order_id: string;
  /** Your own number; empty without one. */
  partner_order_id: string;
  /** Of the event that the notice is about, for example `payin_pending`, `processing`, `finished`. */
  status: string;
  /** Why, for example `payment_received`; empty when the status says all. */
  reason: string;
  is_merchant: boolean;
  /** The pay-out goes to your balance. */
  pay_to_partner: boolean;
  purchase_amount: string;
  purchase_currency: string;
  payin_amount: string;
  payin_currency: string;
  payin_group: string;
  /** What has arrived of the pay-in. */
  received_amount: string;
  payout_amount: string;
  payout_currency: string;
  payout_group: string;
  /** What you earn of it, in the pay-in currency. */
  partner_fee: string;
  /** Unix seconds. */
  created_at: number;
  /** Who pays; a merchant's order only. */
  client_email?: string;
}

/** One thing that happened to one of your orders. */
export interface WebhookEvent {
  /** The same for every try and replay of this notice: what you have seen, you need not handle again. */
  delivery_id: string;
  type: 'order.changed';
  /** Grows by one with each event of the order. Notices may come in any order: a lower one is older. */
  version: number;
  /** Unix seconds. */
  created_at: number;
  partner_key: string;
  order: WebhookOrder;
}
