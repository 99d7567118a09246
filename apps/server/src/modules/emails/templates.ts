import { z } from 'zod';

const orderParameters = z.object({
  niceId: z.string(),
  /** Amounts as shown to people, for example `250 EUR`. */
  payin: z.string(),
  payout: z.string(),
  /** Where the payout goes: `network`, `balance`, `sepa` or `card`. */
  way: z.string(),
  /** How money is refunded, and how much; empty and the pay-in unless it is. */
  refundMethod: z.string(),
  refunded: z.string(),
  /** What has arrived so far. */
  received: z.string().optional(),
  /** Page of the chain's explorer, when coins were sent. */
  transactionLink: z.string().optional(),
});

/** Notifies a client of an event of the account; `path` is where to look at it or undo it. */
const securityParameters = z.object({ path: z.string(), device: z.string().optional() });

/** What was decided of documents; neither which nor why, since an e-mail is read by others too. */
const verificationParameters = z.object({ path: z.string() });

/** Every e-mail of the product, with its parameters. */
export const emailTemplates = {
  'email-code': z.object({ code: z.string() }),
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
  'login-joined': securityParameters,
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
  'verification-approved': verificationParameters,
  'verification-declined': verificationParameters,
  'verification-rejected': verificationParameters,
} as const;

export type EmailTemplate = keyof typeof emailTemplates;
export type EmailParameters<Template extends EmailTemplate> = z.output<(typeof emailTemplates)[Template]>;

/** The template of this name. */
export const emailTemplateName = z.strictObject(emailTemplates).keyof();
