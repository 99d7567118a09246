import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { Client } from '@causeway/contract/shapes/client';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { useEffect, useMemo, useState } from 'react';
import { failureItems } from '../../lib/api/failure-items.ts';
import { showAmount } from '../../lib/format/show-amount.ts';
import { useOnline } from '../../lib/polling/use-online.ts';
import { useTexts } from '../../platform/runtime.ts';
import type { Translate } from '../../lib/i18n/texts.ts';
import { type Pair, type Side, isPositive } from './rules/preorder.ts';
import { type ExchangeStore } from './exchange-store.ts';
import { type Price, isRefreshing, type PriceSource, type PriceState } from './price-source.ts';
import { useDrawn } from './use-drawn.ts';
import { exchangeMode, findCounterpart, findOption } from './rules/find-option.ts';
import { isSubmitDisabled, isVerificationOutstanding, sortErrors, submitText } from './rules/submit-rules.ts';
import { widgetOptions } from './rules/widget-options.ts';

export interface ExchangeFacts {
  client: Client;
  config: ConfigAnswer;
  store: ExchangeStore;
  prices: PriceSource;
  isCreating: boolean;
  /** The button was pressed, and its next step is still loading. No part of the view: only the button shows it. */
  isMoving: boolean;
  /** The server's errors about the placed order. */
  stepErrors: readonly ErrorItem[];
  /** Withdrawals can be begun from here: they have a page, our own or that of the client's site. */
  isWithdrawalOpen: boolean;
}

export type ExchangeView = ReturnType<typeof deriveView>;

/**
 * What the exchange step shows, derived from the preorder and its price. The amounts are apart: a view is the same
 * object as long as only they change, so that its parts are not drawn again for each key.
 */
export function useExchange({ store, prices, ...facts }: ExchangeFacts) {
  const { client, config, isCreating, stepErrors, isWithdrawalOpen } = facts;
  const t = useTexts();
  const isOffline = !useOnline();
  useEffect(() => prices.watch(), [prices]);
  const { exchange, calculation, pair } = useDrawn(store, prices.store);
  const { preorder, isRateSwitched } = exchange;
  const [asked, ask] = useState<Price>();
  const isRenewed = isRefreshing(preorder, calculation.price);
  const view = useMemo(
    () =>
      deriveView({
        client,
        config,
        isCreating,
        stepErrors,
        isWithdrawalOpen,
        pair,
        calculation,
        isRefreshing: isRenewed,
        isRateSwitched,
        isOffline,
        asked,
        t,
      }),
    [
      client,
      config,
      isCreating,
      stepErrors,
      isWithdrawalOpen,
      pair,
      calculation,
      isRenewed,
      isRateSwitched,
      isOffline,
      asked,
      t,
    ],
  );
  // Asked with the press itself: the view may be a frame behind the last key.
  const mayGoOn = () => !view.isSubmitDisabled && !prices.store.getState().isCalculating;
  return { view, preorder, mayGoOn, ask };
}

interface ViewFacts extends Omit<ExchangeFacts, 'store' | 'prices' | 'isMoving'> {
  pair: Pair;
  calculation: PriceState;
  isRefreshing: boolean;
  isRateSwitched: boolean;
  isOffline: boolean;
  /** The price that the button was pressed with while it was off. */
  asked: Price | undefined;
  t: Translate;
}

function deriveView(facts: ViewFacts) {
  const { client, config, isCreating, stepErrors, isWithdrawalOpen, pair, calculation, isOffline, t } = facts;
  const { swConfig: site, currencyConfig: currencies, features } = config;
  const options = widgetOptions(site.widgetParams);
  const { calc, limits } = calculation.price.answer;
  const typed = pair.isPayoutCalc ? 'payout' : 'payin';
  const errors = sortErrors(
    [...itemsOf(calculation), ...stepErrors.filter(({ field }) => field !== '')],
    facts.asked === calculation.price && typed,
  );
  const choices = optionsOf(site, pair);
  const mode = exchangeMode(config, pair);
  const isClosed = mode === 'withdrawal' && !isWithdrawalOpen;
  const isDisabled = site.disabled === 1;
  const isOutstanding = isVerificationOutstanding(client, limits);
  const { isCalculating } = calculation;
  const target = currencies[pair.payoutCurrency];
  const show = (amount: string, code: string) => showAmount(amount, code, currencies, t);
  return {
    ...choices,
    options,
    /** An amount with its currency, as it is shown. */
    show,
    /** What the coins of a side are worth; empty while a price is awaited. */
    worthOf: (side: Side) =>
      !isCalculating && calc.worth[side] !== '' ? show(calc.worth[side], calc.worth.currency) : '',
    payin: currencies[pair.payinCurrency],
    payout: target,
    /** What is bought; empty when it is money. */
    boughtName: target?.isCrypto === 1 ? target.fullname : '',
    pair,
    /** The side whose amount is typed. */
    typed,
    isRateSwitched: facts.isRateSwitched,
    calculation,
    isRefreshing: facts.isRefreshing,
    calc,
    errors,
    /** The amounts are no order, so there is nothing to get for them and no arithmetic. */
    isRefused: errors.payin !== undefined || errors.payout !== undefined,
    /** There is no price and none is coming: an amount is missing. */
    isEmpty: !calc.details && !isCalculating,
    isAuthorized: client.isAuthorized === 1,
    isCreating,
    /** An answer is awaited, and a press now would be one too many. */
    isBusy: (isCalculating && !isOffline) || isCreating,
    isOffline,
    isDisabled,
    mode,
    /** The pair moves money in or out of the balance, and there is no page for that here. */
    isClosed,
    canSwap: choices.swapTo.payin !== undefined && choices.swapTo.payout !== undefined && calc.canSwitch === 1,
    submit: submitText(client, isOutstanding),
    isSubmitDisabled: isSubmitDisabled({
      isCreating,
      isCalculating,
      hasAmounts: isPositive(calc.payinAmount) && (mode !== 'order' || isPositive(calc.payoutAmount)),
      hasErrors: errors.isBlocking,
      isOffline,
      isVerificationShut: isOutstanding && features['verification_submit_off'] === 1,
      isDisabled: isDisabled || isClosed,
    }),
  };
}

function itemsOf({ price, failure }: PriceState): readonly ErrorItem[] {
  return failure === undefined ? price.answer.errors : [...price.answer.errors, ...failureItems(failure)];
}

function optionsOf({ payinSelect, payoutSelect }: ConfigAnswer['swConfig'], pair: Pair) {
  const { payinCurrency, payinGroup, payoutCurrency, payoutGroup } = pair;
  return {
    payinOption: findOption(payinSelect, payinCurrency, payinGroup),
    payoutOption: findOption(payoutSelect, payoutCurrency, payoutGroup),
    swapTo: {
      payin: findCounterpart(payinSelect, payoutCurrency, payoutGroup),
      payout: findCounterpart(payoutSelect, payinCurrency, payinGroup),
    },
  };
}
