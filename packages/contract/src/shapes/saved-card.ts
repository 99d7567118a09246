import { z } from 'zod';
import { flag } from '../fields/fields.ts';

/** A card kept at an acquirer (3-43). No full number is ever here. */
export const savedCard = z.object({
  token: z.string(),
  /** What the client calls it; empty without a name. */
  name: z.string(),
  /** Provider code of the acquirer that keeps it. */
  provider: z.string(),
  /** Masked, digits grouped as on the card: `4242 42·· ···· 4242`. */
  cardNumber: z.string(),
  /** `credit`, `debit`, `prepaid` or empty. */
  binType: z.string(),
  cardType: z.enum(['visa', 'mastercard', 'maestro']),
  expMonth: z.int(),
  expYear: z.int(),
  /** Listed, but cannot be chosen. */
  isRestricted: flag,
  /** Money may be paid out to it, as its owner has proven to want. A card that is typed for an order may always be. */
  isDestination: flag,
});

/** How an acquirer turns a card into a token in its own script or frame (3-44). */
export const tokenizeSettings = z.object({ url: z.string(), publicKey: z.string(), merchantId: z.string() });

export type SavedCard = z.output<typeof savedCard>;
export type TokenizeSettings = z.output<typeof tokenizeSettings>;
