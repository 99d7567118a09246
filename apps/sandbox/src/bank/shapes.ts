import { z } from 'zod';

/** An account number of its own for one expected payment. */
export const requisites = z.object({
  id: z.string(),
  reference: z.string(),
  iban: z.string(),
  bic: z.string(),
  bank_name: z.string(),
  holder: z.string(),
  currency: z.string(),
});

/** Money that came in. `number` counts up by one and is the cursor of the list; times are unix seconds. */
export const transfer = z.object({
  id: z.string(),
  number: z.number(),
  iban: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  sender_name: z.string(),
  sender_iban: z.string(),
  returned_amount: z.string(),
  booked_at: z.number(),
});

/** Money sent back to where a transfer came from, whole or in part. */
export const transferReturn = z.object({
  id: z.string(),
  transfer_id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.literal('done'),
});

/** Money sent out. `returned`: it was sent and came back. */
export const payout = z.object({
  id: z.string(),
  reference: z.string(),
  iban: z.string(),
  beneficiary_name: z.string(),
  amount: z.string(),
  currency: z.string(),
  description: z.string(),
  status: z.enum(['pending', 'settled', 'returned']),
  reason: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});

/** What happens to payouts without a control call. */
export const payoutMode = z.enum(['auto', 'hold', 'return']);

/** Everything the bank remembers from one start to the next. */
export const bankState = z.object({
  requisites: z.array(requisites),
  transfers: z.array(transfer),
  returns: z.array(transferReturn),
  payouts: z.array(payout),
  mode: payoutMode,
});

export type Requisites = z.infer<typeof requisites>;
export type Transfer = z.infer<typeof transfer>;
export type TransferReturn = z.infer<typeof transferReturn>;
export type Payout = z.infer<typeof payout>;
export type PayoutMode = z.infer<typeof payoutMode>;
export type BankState = z.infer<typeof bankState>;
