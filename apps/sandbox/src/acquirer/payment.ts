const decimals: Record<string, number> = { JPY: 0, HUF: 2 };

/** Decimal text to minor units of a card currency, or undefined when it is not a positive exact amount. */
export function toMinor(text: string, currency: string): bigint | undefined {
  const digits = decimals[currency] ?? 2;
  const match = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > digits) return undefined;
  const units = BigInt((match[1] ?? '0') + fraction.padEnd(digits, '0'));
  return units > 0n ? units : undefined;
}

/** Minor units to decimal text with all decimals. */
export function fromMinor(units: bigint, currency: string): string {
  const digits = decimals[currency] ?? 2;
  if (digits === 0) return String(units);
  const text = String(units).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export type PaymentStatus =
  | 'created'
  | 'challenge'
  | 'approved'
  | 'declined'
  | 'expired'
  | 'canceled'
  | 'refunded'
  | 'charged_back';

export type PaymentCard = {
  brand: string;
  last4: string;
  first6: string;
  exp_month: number;
  exp_year: number;
  funding: string;
  /** A token for later payments, once the payment is approved and the payer chose to keep the card. */
  token: string | null;
};

/** A payment intent as the provider's API shows it. Times are unix seconds, amounts decimal text. */
export type Payment = {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  description: string;
  return_url: string;
  status: PaymentStatus;
  page_url: string;
  /** Where the payer answers the bank's question while the status is `challenge`. */
  challenge_url: string | null;
  card: PaymentCard | null;
  /** Token of the card that was charged last. */
  source_token: string | null;
  /** The payer chose to keep the card. */
  save_card: boolean;
  /**
   * Charged on the provider's own page, or by the shop's form; after a failed challenge the page offers another
   * attempt.
   */
  flow: 'page' | 'form';
  /** For the provider's script; null where the payment was not made as a session. */
  session_token: string | null;
  client_unique_id: string | null;
  decline_reason: string | null;
  /** The payer has done everything and the money comes by itself. */
  pays_later: boolean;
  refunded_amount: string;
  /** When it was approved first, Unix seconds. */
  approved_at: number | null;
  created_at: number;
  updated_at: number;
  expires_at: number;
};

/** Whether the payer can still try a card. */
export function isOpen(payment: Payment): boolean {
  return payment.status === 'created' || payment.status === 'challenge' || payment.status === 'declined';
}

/** Whether the payer can try to pay now. */
export function takesCard(payment: Payment): boolean {
  return payment.status === 'declined' || (payment.status === 'created' && !payment.pays_later);
}

/** Path of one of the payment's own pages, for example `3ds`. */
export function pagePath(payment: Payment, page: string): string {
  return new URL(payment.page_url).pathname.replace('/pay/', `/${page}/`);
}
