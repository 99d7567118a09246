import type { ExchangeMode } from '@causeway/domain/orders/find-exchange-mode';

export interface SubmitFacts {
  isVerificationOutstanding: boolean;
  exchangeMode: ExchangeMode;
}

/** What submitting the exchange does once it may (4.4-02 to 4.4-07, in the order of A-032): 'next' goes on without marking a payment as begun. */
export function submitAction({ isVerificationOutstanding, exchangeMode }: SubmitFacts): 'next' | ExchangeMode {
  return isVerificationOutstanding ? 'next' : exchangeMode;
}
