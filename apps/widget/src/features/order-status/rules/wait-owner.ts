import type { PaymentKind } from '@causeway/domain/payments/payment-methods';
import type { RowKey } from './timeline.ts';

/** Who has to act for a row of the timeline to be reached. */
export type Owner = 'you' | 'bank' | 'network' | 'us';

const payinOwners: Record<PaymentKind, Owner> = {
  card: 'you',
  bank_transfer: 'bank',
  bank_page: 'you',
  wallet: 'you',
  balance: 'you',
  crypto: 'network',
  other: 'you',
};
const payoutOwners: Record<PaymentKind, Owner> = {
  card: 'bank',
  bank_transfer: 'bank',
  bank_page: 'bank',
  wallet: 'us',
  balance: 'us',
  crypto: 'network',
  other: 'us',
};

export interface WaitFacts {
  payin: PaymentKind;
  payout: PaymentKind;
  /** The card's bank asks, or has agreed. */
  isBankDeciding: boolean;
}

/** Whom a row waits for. */
export function waitOwner(key: RowKey, { payin, payout, isBankDeciding }: WaitFacts): Owner {
  switch (key) {
    case 'paid':
      return isBankDeciding ? 'bank' : payinOwners[payin];
    case 'sent':
    case 'done':
      return payoutOwners[payout];
    case 'action':
      return 'you';
    case 'placed':
    case 'exchanged':
    case 'event':
    case 'ended':
      return 'us';
  }
}
