import type { Card } from './card.ts';
import type { PaymentCard } from './payment.ts';

/** What a payment tells of the card that paid it. */
export function toPaymentCard({ brand, last4, first6, exp_month, exp_year, funding }: Card): PaymentCard {
  return { brand, last4, first6, exp_month, exp_year, funding, token: null };
}
