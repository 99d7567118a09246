import { z } from 'zod';

const orderParameters = z.object({
  niceId: z.string(),
  /** Amounts as shown to people, for example `250 EUR`. */
  payin: z.string(),
  payout: z.string(),
  /** Page of the chain's explorer, when coins were sent. */
  transactionLink: z.string().optional(),
});

/** Every letter the product writes, with what it needs to be told. */
export const letterTemplates = {
  'email-code': z.object({ code: z.string() }),
  'order-created': orderParameters,
  'payment-received': orderParameters,
  'order-sent': orderParameters,
  'order-finished': orderParameters,
  'order-refunded': orderParameters,
  'order-canceled': orderParameters,
  'order-expired': orderParameters,
} as const;

export type LetterTemplate = keyof typeof letterTemplates;
export type LetterParameters<Template extends LetterTemplate> = z.output<(typeof letterTemplates)[Template]>;

/** The template of this name. */
export const letterTemplateName = z.strictObject(letterTemplates).keyof();
