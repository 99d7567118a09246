import { z } from 'zod';

/** Address step fields beside address and tag, as an order keeps them; empty when not asked for. */
export const destinationDetails = z.object({
  memoId: z.string().default(''),
  memoType: z.string().default(''),
  memoValue: z.string().default(''),
  bankCode: z.string().default(''),
  iban: z.string().default(''),
  /** Holder of the bank account. */
  beneficiaryAccount: z.string().default(''),
  recurringId: z.string().default(''),
  /** Saved card that pays in. */
  payinCardToken: z.string().default(''),
  /** Saved card that is paid out to. */
  payoutCardToken: z.string().default(''),
  /** The card is to be kept after the payment (isRememberCard). */
  isRememberCard: z.boolean().default(false),
});

export type DestinationDetails = z.output<typeof destinationDetails>;

/** Where a pay-out goes, checked and in its usual form. */
export interface Destination {
  /** Address on a chain, IBAN of a bank account, or empty. */
  address: string;
  tag: string;
  details: DestinationDetails;
}
