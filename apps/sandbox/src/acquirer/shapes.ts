import { z } from 'zod';

const cardFacts = {
  brand: z.string(),
  last4: z.string(),
  first6: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
};

/** What a state file keeps of the payment providers. */
export const payment = z.object({
  id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  description: z.string(),
  return_url: z.string(),
  status: z.enum(['created', 'challenge', 'approved', 'declined', 'expired', 'canceled', 'refunded', 'charged_back']),
  page_url: z.string(),
  challenge_url: z.string().nullable(),
  card: z.object({ ...cardFacts, funding: z.string(), token: z.string().nullable() }).nullable(),
  source_token: z.string().nullable(),
  save_card: z.boolean(),
  flow: z.enum(['page', 'form']),
  session_token: z.string().nullable(),
  client_unique_id: z.string().nullable(),
  decline_reason: z.string().nullable(),
  pays_later: z.boolean(),
  refunded_amount: z.string(),
  approved_at: z.number().nullable().default(null),
  created_at: z.number(),
  updated_at: z.number(),
  expires_at: z.number(),
});

export const keptCard = z.object({
  ...cardFacts,
  number: z.string(),
  funding: z.enum(['credit', 'debit', 'prepaid']),
  token: z.string(),
  is_reusable: z.boolean(),
  is_used: z.boolean(),
});

export const cardPayout = z.object({
  id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(['pending', 'paid', 'failed', 'returned']),
  failure_reason: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string(), token: z.string().nullable() }),
  created_at: z.number(),
});
