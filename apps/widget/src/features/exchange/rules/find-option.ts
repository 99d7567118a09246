import type { ConfigAnswer, CurrencyGroup, PaymentOption } from '@causeway/contract/shapes/site-config';
import { type ExchangeMode, findExchangeMode } from '@causeway/domain/orders/find-exchange-mode';
import type { Pair } from './preorder.ts';

/** The option of a selection: code and group together, never a code alone (2.3-32). */
export function findOption(
  select: readonly CurrencyGroup[],
  currency: string,
  group: string,
): PaymentOption | undefined {
  return select
    .flatMap((entry) => entry.groups)
    .find((option) => option.currency === currency && option.code === group);
}

/**
 * The same option on the other side, else the first one of that currency; a paused one is never chosen for the client.
 */
export function findCounterpart(
  select: readonly CurrencyGroup[],
  currency: string,
  group: string,
): PaymentOption | undefined {
  const open = select
    .flatMap((entry) => entry.groups)
    .filter((option) => option.currency === currency && option.isPaused === 0);
  return open.find((option) => option.code === group) ?? open[0];
}

/**
 * The meaning of submitting a preorder: money of one balance currency moves in or out, everything else is an
 * order.
 */
export function exchangeMode({ swConfig, currencyConfig }: ConfigAnswer, pair: Pair): ExchangeMode {
  const side = (currency: string, group: string) => ({
    balanceCurrency: currencyConfig[currency]?.balanceCurrency ?? currency,
    group,
  });
  return findExchangeMode(
    swConfig.groupRules,
    side(pair.payinCurrency, pair.payinGroup),
    side(pair.payoutCurrency, pair.payoutGroup),
  );
}
