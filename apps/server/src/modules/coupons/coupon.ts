/** A coupon as an operator has set it. */
export interface Coupon {
  /** Capital letters, as it is compared. */
  code: string;
  /** Part of the service fee that falls away. */
  percentOff: number;
  startsAt: Date;
  endsAt: Date | null;
  /** All clients together; `null` for no end. */
  usesMax: number | null;
  clientUsesMax: number;
  /** Least pay-in at the market, in cents of EUR. */
  payinMinEur: bigint;
  isActive: boolean;
}

/** A typed coupon in the form it is compared in. */
export function normalCode(text: string): string {
  return text.trim().toUpperCase();
}
