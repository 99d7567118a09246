import type { Client } from '@causeway/contract/shapes/client';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { useStore } from 'zustand';
import { failureItems } from '../../lib/api/failure-items.ts';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useOnline } from '../../lib/polling/use-online.ts';
import type { ExchangeStore } from './exchange-store.ts';
import { calculationRequest } from './rules/calculation-request.ts';
import { findCounterpart, findOption } from './rules/find-option.ts';
import { isPositive } from './rules/preorder.ts';
import { sortErrors } from './rules/sort-errors.ts';
import { isSubmitDisabled, isVerificationOutstanding, submitText } from './rules/submit-rules.ts';
import { widgetOptions } from './rules/widget-options.ts';
import { isRefreshing, type PriceSource } from './price-source.ts';

export interface ExchangeFacts {
  client: Client;
  config: ConfigAnswer;
  store: ExchangeStore;
  prices: PriceSource;
  isCreating: boolean;
}

export type ExchangeView = ReturnType<typeof useExchange>;

/** Everything the exchange step shows, worked out from the preorder and its price. */
export function useExchange({ client, config, store, prices, isCreating }: ExchangeFacts) {
  const site = config.swConfig;
  const options = widgetOptions(site.widgetParams);
  const { preorder, isRateSwitched } = useStore(store);
  const calculation = useStore(prices.store);
  const isOffline = !useOnline();
  const { calc } = calculation.price.answer;
  const errors = sortErrors([
    ...calculation.price.answer.errors,
    ...(calculation.failure ? failureItems(calculation.failure) : []),
  ]);
  const swapTo = {
    payin: findCounterpart(site.payinSelect, preorder.payoutCurrency, preorder.payoutGroup),
    payout: findCounterpart(site.payoutSelect, preorder.payinCurrency, preorder.payinGroup),
  };
  const isOutstanding = isVerificationOutstanding(client, calculation.price.answer.limits);
  const hasAmounts = isPositive(calc.payinAmount) && isPositive(calc.payoutAmount);
  const currencies = config.currencyConfig;
  const target = currencies[preorder.payoutCurrency];
  return {
    options,
    /** An amount with its currency, as it is shown. */
    show: (amount: string, code: string) => showAmount(amount, code, currencies),
    payin: currencies[preorder.payinCurrency],
    payout: target,
    /** What is bought; empty when it is money. */
    boughtName: target?.isCrypto === 1 ? target.fullname : '',
    preorder,
    /** What the price is asked with. */
    request: calculationRequest(preorder, options.partnerKey),
    isRateSwitched,
    calculation,
    isRefreshing: isRefreshing(preorder, calculation.price),
    calc,
    errors,
    /** The amounts are no order, so there is nothing to get for them and no arithmetic. */
    isRefused: errors.payin !== undefined || errors.payout !== undefined,
    /** There is no price and none is coming: an amount is missing. */
    isEmpty: !calc.details && !calculation.isCalculating,
    isCreating,
    isOffline,
    isDisabled: site.disabled === 1,
    payinOption: findOption(site.payinSelect, preorder.payinCurrency, preorder.payinGroup),
    payoutOption: findOption(site.payoutSelect, preorder.payoutCurrency, preorder.payoutGroup),
    canSwap: swapTo.payin !== undefined && swapTo.payout !== undefined && calc.canSwitch === 1,
    swapTo,
    submit: submitText(client, isOutstanding),
    isSubmitDisabled: isSubmitDisabled({
      isCreating,
      isCalculating: calculation.isCalculating,
      hasAmounts,
      hasErrors: errors.isBlocking,
      isOffline,
      isDisabled: site.disabled === 1,
    }),
  };
}
