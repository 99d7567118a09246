export type PaymentStatus =
  | 'created'
  | 'challenge'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'canceled'
  | 'refunded'
  | 'charged_back';

export type PaymentCard = { brand: string; last4: string };

/** A payment intent as the acquirer's API shows it. Times are unix seconds, amounts decimal text. */
export type Payment = {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  description: string;
  return_url: string;
  status: PaymentStatus;
  page_url: string;
  card: PaymentCard | null;
  decline_reason: string | null;
  refunded_amount: string;
  created_at: number;
  updated_at: number;
  expires_at: number;
};

/** Whether the payer can still try a card. */
export function isOpen(payment: Payment): boolean {
  return payment.status === 'created' || payment.status === 'challenge' || payment.status === 'declined';
}
