import { z } from 'zod';

const orderParameters = z.object({
  niceId: z.string(),
  /** As people read it; an e-mail that waits from before there were numbers has none. */
  number: z.string().optional(),
  /** Amounts as shown to people, for example `250 EUR`. */
  payin: z.string(),
  payout: z.string(),
  /** `network`, `balance`, `sepa`, `card`, or a merchant’s `shop` or `gift`; `to` says to which address or number. */
  way: z.string(),
  to: z.string().optional(),
  /** How money is refunded, and how much; empty and the pay-in unless it is. */
  refundMethod: z.string(),
  refunded: z.string(),
  received: z.string().optional(),
  /** Page of the chain's explorer, when coins were sent. */
  transactionLink: z.string().optional(),
});

/** Notifies a client of an event of the account; `path` is where to look at it or undo it. */
const securityParameters = z.object({
  path: z.string(),
  device: z.string().optional(),
  card: z.string().optional(),
  /** What the card is there for: `destination` of payouts too, or `payments` alone. */
  use: z.string().optional(),
});

/** Coins that came to the balance; amounts as shown to people. */
const depositParameters = z.object({
  path: z.string(),
  amount: z.string(),
  transactionLink: z.string().optional(),
});

/** Money that is held since its payment was taken back, or no more; `number` is that of the client's own order. */
const balanceParameters = z.object({ path: z.string(), amount: z.string(), number: z.string().optional() });

/** Every e-mail of the product, with its parameters. */
export const emailTemplates = {
  'email-code': z.object({ code: z.string() }),
  'signin-code': z.object({ code: z.string(), path: z.string() }),
  'new-email-code': z.object({ code: z.string(), path: z.string() }),
  'owner-code': z.object({ code: z.string(), path: z.string() }),
  'email-changed': securityParameters,
  'phone-changed': securityParameters,
  'biometrics-on': securityParameters,
  'password-reset': z.object({ path: z.string() }),
  /** Money waits under an address that no account has confirmed. */
  'money-claim': z.object({ path: z.string(), amount: z.string() }),
  'password-changed': securityParameters,
  'two-factor-on': securityParameters,
  'two-factor-off': securityParameters,
  'authenticator-off': securityParameters,
  'passkey-added': securityParameters,
  'passkey-removed': securityParameters,
  'destination-kept': securityParameters,
  'destination-wait-on': securityParameters,
  'destination-wait-off': securityParameters,
  'card-kept': securityParameters,
  'basic-given': securityParameters,
  'login-joined': securityParameters,
  'push-on': securityParameters,
  'new-device': securityParameters,
  'order-created': orderParameters,
  'order-code': orderParameters.extend({ code: z.string() }),
  'payment-received': orderParameters,
  'payment-partial': orderParameters,
  'decision-asked': orderParameters,
  'order-sent': orderParameters,
  'order-finished': orderParameters,
  'order-refunded': orderParameters,
  'order-canceled': orderParameters,
  'order-expired': orderParameters,
  /** The same events of an order that leaves the balance. */
  'withdrawal-approved': orderParameters,
  'withdrawal-sent': orderParameters,
  'withdrawal-finished': orderParameters,
  'withdrawal-failed': orderParameters,
  'withdrawal-canceled': orderParameters,
  'withdrawal-expired': orderParameters,
  'affiliate-payout': z.object({ path: z.string(), amount: z.string() }),
  'money-held': balanceParameters,
  'money-freed': balanceParameters,
  'money-taken': balanceParameters,
  'data-export-ready': z.object({ path: z.string() }),
  'deposit-credited': depositParameters,
  /** Less than the least that is credited; `sum` is with the smaller ones that waited before it. */
  'deposit-small': depositParameters.extend({ sum: z.string(), least: z.string() }),
  /** Coins that no book takes; what they are is on the page, since their name is written by their sender. */
  'deposit-unknown': z.object({ path: z.string() }),
  'deposit-unknown-returned': z.object({ path: z.string() }),
  /** A transfer that named the client's reference, and no deposit came of it. */
  'transfer-returned': z.object({ path: z.string(), amount: z.string() }),
  /** To the operator: what somebody wrote to support. */
  'support-case': z.object({
    case: z.string(),
    from: z.string(),
    /** Whose the address is, and whose the order. */
    writer: z.enum(['visitor', 'own', 'unconfirmed', 'another']),
    order: z.enum(['none', 'own', 'another']),
    message: z.string(),
    path: z.string(),
    niceId: z.string().optional(),
    number: z.string().optional(),
  }),
  /** Neither which documents nor why, since an e-mail is read by others too. */
  'verification-approved': z.object({ path: z.string() }),
  'verification-declined': z.object({ path: z.string() }),
  'verification-rejected': z.object({ path: z.string() }),
} as const;

export type EmailTemplate = keyof typeof emailTemplates;
export type EmailParameters<Template extends EmailTemplate> = z.output<(typeof emailTemplates)[Template]>;

export const emailTemplateName = z.strictObject(emailTemplates).keyof();
