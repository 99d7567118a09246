import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { walletNames } from '@causeway/domain/payments/payment-providers';
import { z } from 'zod';
import { acquirerStatuses, type AcquirerCard, type AcquirerPayment, type AcquirerPayout } from './port.ts';

const cardFacts = {
  brand: z.string().max(40),
  last4: z.string().max(4),
  first6: z.string().max(8).default(''),
  exp_month: z.int().default(0),
  exp_year: z.int().default(0),
  funding: z.string().max(20).default(''),
};
const paidCard = z.object({ ...cardFacts, token: z.string().max(200).nullable().default(null) });
const page = z.url({ protocol: /^https?$/ });

export const card = z.object({ ...cardFacts, token: z.string().min(1).max(200) }).transform(toCard);

export const payment = z
  .object({
    id: z.string().min(1),
    reference: z.string(),
    amount: z.string(),
    currency: z.string(),
    status: z.enum(acquirerStatuses),
    page_url: page,
    challenge_url: page.nullable().default(null),
    session_token: z.string().max(200).nullable().default(null),
    client_unique_id: z.string().max(200).nullable().default(null),
    card: paidCard.nullable(),
    decline_reason: z.string().nullable(),
    refunded_amount: z.string().default('0'),
    /** Unix seconds. */
    approved_at: z.int().nonnegative().nullable().default(null),
  })
  .transform((raw): AcquirerPayment => ({
    id: raw.id,
    reference: raw.reference,
    amount: raw.amount,
    currency: raw.currency,
    status: raw.status,
    pageUrl: raw.page_url,
    challengeUrl: raw.challenge_url ?? '',
    sessionToken: raw.session_token ?? '',
    clientUniqueId: raw.client_unique_id ?? '',
    cardBrand: raw.card?.brand ?? '',
    cardLast4: raw.card?.last4 ?? '',
    keptCard: raw.card === null || raw.card.token === null ? undefined : toCard({ ...raw.card, token: raw.card.token }),
    declineReason: raw.decline_reason ?? '',
    refundedAmount: raw.refunded_amount,
    approvedAt: raw.approved_at === null ? undefined : new Date(raw.approved_at * 1000),
  }));
export const payments = z.object({ payments: z.array(payment) });

export const payout = z
  .object({
    id: z.string().min(1),
    reference: z.string(),
    amount: z.string(),
    currency: z.string(),
    status: z.enum(['pending', 'paid', 'failed', 'returned']),
    failure_reason: z.string().nullable(),
    card: z.object({ token: z.string().max(200).nullable().default(null) }),
  })
  .transform(({ failure_reason, card: paid, ...raw }): AcquirerPayout => ({
    ...raw,
    failureReason: failure_reason ?? '',
    keptToken: paid.token ?? '',
  }));
export const payouts = z.object({ payouts: z.array(payout) });

const jsonObject = z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value));

/** A method that a browser may ask for money is a page of the wallet's own origin. */
export const sheets = z.object({
  wallets: z.array(z.object({ name: z.enum(walletNames), method: page, data: jsonObject })),
});
export const merchantSession = z.object({ merchant_session: jsonObject });

export const refund = z.object({ id: z.string().min(1), status: z.literal('done') });
export const removed = z.object({ deleted: z.literal(true) });
export const event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(100),
  data: z.object({ id: z.string() }),
});

interface RawCard {
  token: string;
  brand: string;
  first6: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  funding: string;
}

function toCard({ token, brand, first6, last4, exp_month, exp_year, funding }: RawCard): AcquirerCard {
  return { token, brand, first6, last4, expMonth: exp_month, expYear: exp_year, funding };
}

/** What of a payment its payer does not have back; nothing where the amount is unreadable. */
export function leftOf({ status, amount, refundedAmount, currency }: AcquirerPayment): bigint | undefined {
  if (status !== 'approved') return 0n;
  const { precision = 0 } = findCurrency(currency) ?? {};
  const [all, back] = [parseAmount(amount, precision), parseAmount(refundedAmount, precision)];
  return all === undefined || back === undefined ? undefined : all - back;
}

/** Whether money of a payout has left or may: what came back, or never left, costs nothing. */
export const isOut = ({ status }: { status: string }): boolean => status !== 'returned' && status !== 'failed';

/** Of the payouts under one order's number its own: the one that is out, or any where all came back. */
export function findOwn<One extends { status: string }>(made: readonly One[]): One | 'several' | undefined {
  const [own = made[0], second] = made.filter(isOut);
  return second === undefined ? own : 'several';
}
