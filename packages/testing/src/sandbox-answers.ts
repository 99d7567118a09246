import { z } from 'zod';

/** What the sandbox's control calls answer. Amounts are decimal text; times are unix milliseconds. */

const time = z.union([z.number(), z.string()]);

export const inbox = z.object({
  messages: z.array(
    z.object({
      kind: z.enum(['mail', 'sms']),
      to: z.string(),
      subject: z.string().nullish(),
      text: z.string(),
      /** The first six-digit code in the message. */
      code: z.string().nullish(),
      at: time,
    }),
  ),
});
export type InboxMessage = z.infer<typeof inbox>['messages'][number];

/** What the simulated wallet was asked for, and the names of all that pages let its relay know, oldest first. */
export const walletAsked = z.object({
  asked: z.array(z.array(z.looseObject({ from: z.string(), to: z.string(), value: z.string(), data: z.string() }))),
  heard: z.array(z.string()),
});
export type WalletAsked = z.infer<typeof walletAsked>;

export const captchaToken = z.object({ token: z.string() });

export const acquirerPayment = z.looseObject({
  id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.string(),
});
export type AcquirerPayment = z.infer<typeof acquirerPayment>;
export const acquirerPayments = z.object({ payments: z.array(acquirerPayment) });

export const cardPayouts = z.object({
  payouts: z.array(
    z.looseObject({
      id: z.string(),
      reference: z.string(),
      amount: z.string(),
      currency: z.string(),
      status: z.string(),
    }),
  ),
});
export type CardPayout = z.infer<typeof cardPayouts>['payouts'][number];
export const cardToken = z.object({ token: z.string() });

export const bankAccount = z.looseObject({ iban: z.string(), balance: z.string() });
export const bankTransfer = z.looseObject({
  id: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  returned_amount: z.string(),
});
export const bankTransfers = z.object({ transfers: z.array(bankTransfer) });
export type BankTransfer = z.infer<typeof bankTransfer>;
export const bankPayoutMode = z.object({ payouts: z.string() });
export const bankPayouts = z.object({
  payouts: z.array(
    z.looseObject({
      id: z.string(),
      reference: z.string(),
      iban: z.string(),
      amount: z.string(),
      currency: z.string(),
      status: z.string(),
    }),
  ),
});
export type BankPayout = z.infer<typeof bankPayouts>['payouts'][number];

export const chainTransaction = z.object({ txid: z.string() });
export const chainAddress = z.object({ address: z.string() });
export const chainHeight = z.object({ height: z.number().int() });
export const chainBalance = z.object({
  received: z.string(),
  confirmed: z.string(),
  transactions: z.array(
    z.looseObject({ txid: z.string(), amount: z.string(), asset: z.string(), confirmations: z.number().int() }),
  ),
});
export type ChainBalance = z.infer<typeof chainBalance>;

const journalRow = z.looseObject({ reference: z.string(), amount: z.string(), currency: z.string(), time });
const bankRow = journalRow.extend({ kind: z.enum(['transfer', 'return', 'payout', 'payout_return']) });
const chainRow = journalRow.extend({
  txid: z.string(),
  address: z.string().optional(),
  dropped: z.boolean().optional(),
  failed: z.boolean().optional(),
  replaced: z.boolean().optional(),
  fee: z.string().optional(),
  fee_currency: z.string().optional(),
});

export const journal = z.looseObject({
  card_payments: z.array(journalRow),
  card_refunds: z.array(journalRow),
  card_payouts: z.array(journalRow),
  card_payout_returns: z.array(journalRow),
  bank_in: z.array(bankRow),
  bank_out: z.array(bankRow),
  chain_in: z.array(chainRow),
  chain_out: z.array(chainRow),
});
export type SandboxJournal = z.infer<typeof journal>;

export const identityApplicant = z.object({
  id: z.string(),
  reference: z.string(),
  outcome: z.string(),
  deleted: z.boolean(),
});
export const identityApplicants = z.object({ applicants: z.array(identityApplicant) });
export type IdentityApplicant = z.output<typeof identityApplicant>;

export const pushSubscription = z.object({
  id: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
export const pushMessages = z.object({
  messages: z.array(
    z.object({
      subscription: z.string(),
      ttl: z.number(),
      topic: z.string(),
      subject: z.string(),
      message: z.object({ title: z.string(), text: z.string(), path: z.string(), topic: z.string() }),
    }),
  ),
});
export const appMessages = z.object({
  messages: z.array(
    z.object({
      token: z.string(),
      notification: z.object({ title: z.string(), body: z.string() }),
      data: z.object({ path: z.string(), topic: z.string() }),
      android: z.object({ ttl: z.string(), notification: z.object({ tag: z.string() }) }),
      apns: z.object({ headers: z.record(z.string(), z.string()) }),
    }),
  ),
});
export type AppMessage = z.infer<typeof appMessages>['messages'][number];
export type PushMessage = z.infer<typeof pushMessages>['messages'][number];
