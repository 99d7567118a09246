import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { findExchangeMode, type ExchangeMode } from '@causeway/domain/orders/find-exchange-mode';
import type { Preorder } from './preorder.ts';

/**
 * The meaning of submitting a preorder: money of one balance currency moves in or out, everything else is an
 * order.
 */
export function exchangeMode({ swConfig, currencyConfig }: ConfigAnswer, preorder: Preorder): ExchangeMode {
  const side = (currency: string, group: string) => ({
    balanceCurrency: currencyConfig[currency]?.balanceCurrency ?? currency,
    group,
  });
  return findExchangeMode(
    swConfig.groupRules,
    side(preorder.payinCurrency, preorder.payinGroup),
    side(preorder.payoutCurrency, preorder.payoutGroup),
  );
}
