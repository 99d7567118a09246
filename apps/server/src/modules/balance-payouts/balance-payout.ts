import { destinationDetails } from '../lifecycle/destination.ts';
import type { PayoutMethod } from '../lifecycle/payout-method.ts';
import { payOutToBalance } from './pay-out-to-balance.ts';

/** Paid out to the client's balance: one posting, and the order is finished. */
export const balancePayout: PayoutMethod = {
  checkDestination: () => Promise.resolve({ address: '', tag: '', details: destinationDetails.parse({}) }),
  plan: payOutToBalance,
  // It is done in the transaction that plans it, so there is never anything to stop.
  stop: () => Promise.resolve(false),
  tell: () => Promise.resolve({}),
};
