import type { Client } from '@causeway/contract/shapes/client';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { useEffect, useState } from 'react';
import { showAmount } from '../../lib/format/show-amount.ts';
import amounts from '../../parts/amounts.module.css';
import { WeAccept } from '../../parts/we-accept.tsx';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { AmountSide } from './components/amount-side.tsx';
import { CouponLine } from './components/coupon-line.tsx';
import { ExchangeNotes } from './components/exchange-notes.tsx';
import { FeePanel } from './components/fee-panel.tsx';
import { PickerSheet } from './components/picker-sheet.tsx';
import { PriceCrossing } from './components/price-crossing.tsx';
import type { ExchangeStore } from './exchange-store.ts';
import type { PriceSource } from './price-source.ts';
import { rateCookie } from './rules/first-rate.ts';
import { amountFix } from './rules/amount-fix.ts';
import { freeFeeBanner } from './rules/free-fee-banner.ts';
import { isPositive, type Side } from './rules/preorder.ts';
import { useExchange } from './use-exchange.ts';

export interface ExchangeScreenProps {
  client: Client;
  config: ConfigAnswer;
  store: ExchangeStore;
  prices: PriceSource;
  /** An order is being created. */
  isCreating: boolean;
  onSubmit: () => void;
}

/** The exchange step: what is paid, what comes out, and the arithmetic between. */
export function ExchangeScreen({ client, config, store, prices, isCreating, onSubmit }: ExchangeScreenProps) {
  const t = useTexts();
  const { cookies } = useRuntime();
  const [picker, setPicker] = useState<Side>();
  const view = useExchange({ client, config, store, prices, isCreating });
  const { preorder, calculation, calc, errors, options } = view;
  useEffect(() => prices.watch(), [prices]);
  const currencies = config.currencyConfig;
  const { type, choose, swap, setFloating, setCoupon } = store.getState();
  const show = (amount: string, code: string) => showAmount(amount, code, currencies);
  const target = currencies[preorder.payoutCurrency];
  const name = target?.isCrypto === 1 ? target.fullname : '';
  const fix = amountFix(errors.payin?.code, calc);
  const title = name === '' ? t('tpl:exchange:title_exchange') : t('tpl:exchange:title', { name });
  const submit = view.submit === 'buy' && name === '' ? 'continue' : view.submit;
  const isWaiting = calculation.isCalculating || isCreating;

  return (
    <>
      <form
        className={layout.main}
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!view.isSubmitDisabled) onSubmit();
        }}
      >
        <h1 className="vh">{title}</h1>
        {options.description && <p>{options.description}</p>}
        <div className={amounts.swap}>
          <AmountSide
            side="payin"
            value={preorder.isPayoutCalc ? shownAmount(calc.payinAmount) : preorder.payinAmount}
            isCalculated={false}
            isLoading={calculation.isCalculating && preorder.isPayoutCalc}
            currency={preorder.payinCurrency}
            entry={currencies[preorder.payinCurrency]}
            option={view.payinOption}
            error={errors.payin}
            fix={
              fix && {
                amount: fix.amount.replace(/\.0*$/, ''),
                fact: t(`tpl:exchange:amount_${fix.bound}`, {
                  amount: show(fix.amount, preorder.payinCurrency),
                  group: view.payinOption?.code ?? '',
                  name: view.payinOption?.localName ?? '',
                }),
                text: t('tpl:exchange:use_amount', { amount: show(fix.amount, preorder.payinCurrency) }),
              }
            }
            onType={(amount) => type('payin', amount)}
            onOpen={() => setPicker('payin')}
          />
          <PriceCrossing
            calculation={calculation}
            isRefreshing={view.isRefreshing}
            isFloating={preorder.isFloatingRate}
            canSwap={view.canSwap}
            isToggleHidden={options.hideFloatingRate}
            show={show}
            onSwap={() =>
              swap({ payinGroup: view.swapTo.payin?.code ?? '', payoutGroup: view.swapTo.payout?.code ?? '' })
            }
            onFloating={(isFloating) => {
              setFloating(isFloating);
              cookies.write(rateCookie.name, isFloating ? '1' : '0', rateCookie.days);
            }}
          />
          {!options.hidePayout && (
            <AmountSide
              side="payout"
              value={preorder.isPayoutCalc ? preorder.payoutAmount : shownAmount(calc.payoutAmount)}
              isCalculated
              isLoading={calculation.isCalculating && !preorder.isPayoutCalc}
              currency={preorder.payoutCurrency}
              entry={target}
              option={view.payoutOption}
              error={errors.payout}
              aside={
                calc && (
                  <>
                    <Icon name="clock" size="s" />
                    {t('tpl:exchange:duration', { minutes: calc.durationMinutes })}
                  </>
                )
              }
              onType={(amount) => type('payout', amount)}
              onOpen={() => setPicker('payout')}
            />
          )}
        </div>
        {!options.hideCoupon && <CouponLine coupon={preorder.coupon} results={calc.coupons} onApply={setCoupon} />}
        {!options.hidePurchaseDetails && !options.hideFeeDetails && (
          <FeePanel
            calc={calc}
            isPayinCrypto={currencies[preorder.payinCurrency]?.isCrypto === 1}
            payinOption={view.payinOption}
            show={show}
          />
        )}
        <ExchangeNotes
          items={errors.notes}
          isOffline={view.isOffline}
          isRateSwitched={view.isRateSwitched}
          isDisabled={view.isDisabled}
          banner={options.hideFreeFee ? undefined : freeFeeBanner(calc)}
        />
        <Button big type="submit" className={layout.push ?? ''} busy={isWaiting} disabled={view.isSubmitDisabled}>
          {isCreating
            ? t('tpl:exchange:placing')
            : calculation.isCalculating
              ? t('tpl:exchange:pricing')
              : t(`tpl:exchange:submit_${submit}`, { name })}
        </Button>
        {!options.hideWeAccept && <WeAccept>{t('tpl:exchange:accept')}</WeAccept>}
      </form>
      <PickerSheet
        side={picker}
        config={config}
        preorder={preorder}
        onClose={() => setPicker(undefined)}
        onChoose={choose}
      />
    </>
  );
}

function shownAmount(amount: string | undefined): string {
  return amount !== undefined && isPositive(amount) ? amount : '';
}
