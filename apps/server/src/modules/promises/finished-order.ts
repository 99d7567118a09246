import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { Destination } from '../order-lifecycle/store.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/** An order just before it is written. */
export interface FinishedOrder {
  clientId: string;
  /** Of the client who will own the order. */
  email: string;
  record: QuoteRecord;
  destination: Destination;
  partnerKey: string | null;
  partnerOrderId: string;
  description: string;
  coupon: string;
  isMerchant: boolean;
  payToPartner: boolean;
  isDonation: boolean;
  purchaseAmount: string;
  purchaseCurrency: string;
  httpReturnSuccess: string;
  httpReturnFailed: string;
  /**
   * Which amount was promised, so that it is exchanged exactly or not at all; empty where the payer may change both.
   */
  boundAmount: '' | 'payin' | 'payout';
}

/** Whether decimal text is exactly so many smallest units of a currency. */
export function isAmount(text: string, currency: string, units: bigint): boolean {
  return parseAmount(text.trim(), findCurrency(currency)?.precision ?? 0) === units;
}
