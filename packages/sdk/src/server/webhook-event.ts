import type { OrderStatus } from '@causeway/bridge/shared/protocol';

/** An order as a webhook reports it. Amounts are decimal text in the currency beside them. */
export interface WebhookOrder {
  order_id: string;
  /** Your own number; empty without one. */
  partner_order_id: string;
  /**
   * Status of the event that the webhook is about; a newer server may name one that this version does not list, so have
   * a default.
   */
  status: OrderStatus;
  /** Reason, for example `payment_received`; empty when the status says all. */
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
  /** What you earn from it, in the pay-in currency. */
  partner_fee: string;
  /** Unix seconds. */
  created_at: number;
  /** The payer's e-mail address; a merchant's order only. */
  client_email?: string;
}

/** One event of one of your orders. */
export interface WebhookEvent {
  /** The same for every attempt and replay of this webhook: an id that you have seen needs no handling again. */
  delivery_id: string;
  /** `test` comes from `sendTestEvent`, about an order that there is not. */
  type: 'order.changed' | 'test';
  /** Grows by one with each event of the order. Webhooks may arrive in any order: a lower one is older. */
  version: number;
  /** Unix seconds. */
  created_at: number;
  partner_key: string;
  order: WebhookOrder;
}
