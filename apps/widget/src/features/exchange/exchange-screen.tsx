import { Suspense, useState } from 'react';
import amounts from '../../parts/price/amounts.module.css';
import { WeAccept } from '../../parts/price/we-accept.tsx';
import { useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { CouponLine } from './components/coupon-line.tsx';
import { ExchangeCallouts } from './components/exchange-callouts.tsx';
import { PriceRateRow } from './components/price-rows.tsx';
import { FeePanel } from './components/fee-panel.tsx';
import { PayinSide, PayoutSide, PickerSheet } from './components/amount-sides.tsx';
import { PartnerBlock } from './components/partner-block.tsx';
import { SubmitOrder } from './components/submit-order.tsx';
import { shownDecimals } from '../../lib/format/show-amount.ts';
import { cutDecimals } from '../../ui/fields/amount/amount-field.tsx';
import type { Side } from './rules/preorder.ts';
import { type ExchangeFacts, useExchange } from './use-exchange.ts';
import type { Calculation } from '@causeway/contract/shapes/calculation';

interface ExchangeScreenProps extends ExchangeFacts {
  onSubmit: () => void;
  /** Of the heading; beside a page that has its own it is a lower one. */
  as?: 'h1' | 'h3';
}

/** What differs where the step is drawn beside another page. */
export type StepOptions = Partial<Pick<ExchangeScreenProps, 'as' | 'onSubmit'>>;

/** The exchange step: what is paid, what comes out, and the arithmetic between. */
export function ExchangeScreen({ onSubmit, as: Heading = 'h1', ...facts }: ExchangeScreenProps) {
  const { config, store, prices } = facts;
  const t = useTexts();
  const [picker, setPicker] = useState<Side>();
  const { view, preorder, mayGoOn, ask } = useExchange(facts);
  const { pair, calc, options, boughtName: name } = view;
  const { type, choose, setCoupon } = store.getState();
  const sides = { view, prices: prices.store, onType: type, onOpen: setPicker };
  const title = name === '' ? t('tpl:exchange:title_exchange') : t('tpl:exchange:title', { name });
  const hasFees = !options.hidePurchaseDetails && !options.hideFeeDetails && !view.isRefused && !view.isEmpty;

  return (
    <>
      <form
        className={layout.main}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayGoOn()) onSubmit();
        }}
      >
        <Heading className="vh">{title}</Heading>
        <PartnerBlock options={options} partner={config.swConfig.partner.name} />
        <div className={amounts.swap}>
          <PayinSide {...sides} typed={preorder.payinAmount} />
          {!options.hidePayout && (
            <>
              <PriceRateRow view={view} store={store} />
              <PayoutSide {...sides} typed={preorder.payoutAmount} />
            </>
          )}
        </div>
        {!options.hideCoupon && (
          <CouponLine preorder={preorder} options={options} results={calc.coupons} onApply={setCoupon} />
        )}
        {hasFees && (
          // Hydrated after the amounts: until then it works as plain markup.
          <Suspense>
            <FeePanel view={view} />
          </Suspense>
        )}
        <ExchangeCallouts
          items={view.errors.callouts}
          isOffline={view.isOffline}
          isRateSwitched={view.isRateSwitched}
          isDisabled={view.isDisabled}
          closed={view.isClosed && view.mode !== 'order' ? view.mode : undefined}
          banner={options.hideFreeFee ? undefined : freeFeeBanner(calc)}
        />
        <SubmitOrder view={view} isMoving={facts.isMoving} onAsk={ask} />
        {!options.hideWeAccept && pair.payinGroup === 'card' && (
          <Suspense>
            <WeAccept>{t('tpl:exchange:accept')}</WeAccept>
          </Suspense>
        )}
      </form>
      <PickerSheet
        side={picker}
        config={config}
        preorder={preorder}
        onClose={() => setPicker(undefined)}
        onChoose={(side, currency, group) => {
          const worth = side === 'payin' ? calc.payoutAmount : calc.payinAmount;
          choose(side, currency, group, view.calculation.isCalculating ? '' : cutDecimals(worth, shownDecimals));
        }}
      />
    </>
  );
}

/** Which free-fee banner shows (2.3-11, A-025). */
export function freeFeeBanner(
  calc: Pick<Calculation, 'canFreeFirst' | 'isServiceFree'> | undefined,
): 'first' | 'next' | undefined {
  if (calc?.canFreeFirst === 1) return 'first';
  return calc?.isServiceFree === 1 ? 'next' : undefined;
}
