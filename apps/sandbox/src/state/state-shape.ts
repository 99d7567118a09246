import { z } from 'zod';
import { cardPayout, keptCard, payment } from '../acquirer/shapes.ts';
import { applicant } from '../identity/applicant.ts';
import { bankState } from '../bank/shapes.ts';

const delivery = z.object({
  id: z.string(),
  type: z.string(),
  reference: z.string(),
  body: z.string(),
  attempts: z.array(z.object({ at: z.number(), status: z.union([z.number(), z.literal('no answer')]) })),
  state: z.enum(['waiting', 'delivered', 'lost']),
});
const message = z.object({
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  code: z.string().nullable(),
  at: z.number(),
});
const row = z.object({
  id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  time: z.number(),
});
const bankRow = row.extend({ kind: z.enum(['transfer', 'return', 'payout', 'payout_return']) });
const chainRow = row.extend({
  txid: z.string(),
  vout: z.number(),
  address: z.string(),
  chain: z.enum(['bitcoin', 'ethereum']),
  confirmed: z.boolean(),
  dropped: z.boolean(),
  failed: z.boolean().optional(),
  block: z.number().optional(),
});
const journal = z.object({
  card_payments: z.array(row.extend({ payment_id: z.string() })),
  card_refunds: z.array(row.extend({ payment_id: z.string(), kind: z.enum(['refund', 'chargeback']) })),
  card_payouts: z.array(row),
  card_payout_returns: z.array(row).default([]),
  bank_in: z.array(bankRow),
  bank_out: z.array(bankRow),
  chain_in: z.array(chainRow.extend({ tag: z.string().nullable() })),
  chain_out: z.array(
    chainRow.extend({
      fee: z.string(),
      fee_currency: z.string().optional(),
      turn: z.string().optional(),
      replaced: z.boolean().optional(),
    }),
  ),
});
const answers = z.array(z.tuple([z.string(), z.object({ body: z.string(), answer: z.string() })]));
const paymentProvider = z.object({
  payments: z.array(payment),
  answers,
  webhooks: z.array(delivery),
  cards: z.array(keptCard),
  payouts: z.array(cardPayout),
});
const chain = z.object({
  addressCount: z.number(),
  branch: z.number(),
  feeRate: z.string(),
  /** Every block after the first one, as its time and its raw transactions. */
  blocks: z.array(z.object({ time: z.number(), transactions: z.array(z.string()) })),
  mempool: z.array(z.string()),
});

/** What a sandbox remembers from one start to the next. Faults, captcha tokens and prices are not in it. */
export const stateShape = z.object({
  version: z.literal(2),
  seed: z.string(),
  payFirms: z.object({
    acquirer: paymentProvider,
    acquirer_two: paymentProvider,
    sofort: paymentProvider,
    wallet: paymentProvider,
  }),
  bank: bankState,
  bankAnswers: answers,
  bankWebhooks: z.array(delivery),
  applicants: z.array(applicant).default([]),
  identityWebhooks: z.array(delivery).default([]),
  messages: z.array(message),
  journal,
  bitcoin: chain,
});

export type SandboxState = z.infer<typeof stateShape>;
