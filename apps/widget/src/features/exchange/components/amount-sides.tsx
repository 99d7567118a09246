import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { CurrencyConfigEntry, PaymentOption } from '@causeway/contract/shapes/site-config';
import { type ReactNode, memo } from 'react';
import { errorText } from '../../../lib/format/error-text.ts';
import { nameOf, precisionOf, shownDecimals, showFigure } from '../../../lib/format/show-amount.ts';
import { CurrencySelector } from '../../../parts/currency/currency-selector.tsx';
import { latePart } from '../../../platform/late-part.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { AmountField, cutDecimals } from '../../../ui/fields/amount/amount-field.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import type { PickerSheetProps } from '../picker/currency-picker.tsx';
import { type Side, isPositive, positiveAmount } from '../rules/preorder.ts';
import type { PriceSource, PriceState } from '../price-source.ts';
import { useNewest } from '../use-drawn.ts';
import type { ExchangeView } from '../use-exchange.ts';
import type { Calculation } from '@causeway/contract/shapes/calculation';
import { Icon } from '../../../ui/icon.tsx';
import { durationText } from '../../../lib/format/clock-text.ts';

const Picker = latePart(() => import('../picker/currency-picker.tsx'));

interface SideProps {
  view: ExchangeView;
  prices: PriceSource['store'];
  typed: string;
  onType: (side: Side, amount: string) => void;
  onOpen: (side: Side) => void;
}

/**
 * The pay-in. An amount past its limit comes with one tap that corrects it, a balance with one that takes the whole of
 * it.
 */
export const PayinSide = memo(function PayinSide({ view, prices, typed, onType, onOpen }: SideProps) {
  const { pair, calc, errors, show } = view;
  const { isPayoutCalc } = pair;
  const drawn = view.calculation;
  const calculated = useNewest(prices, drawn, (state) => (isPayoutCalc ? amountIn(state, 'payinAmount') : ''));
  const isLoading = useNewest(prices, drawn, (state) => isPayoutCalc && state.isCalculating && drawn.isCalculating);
  const t = useTexts();
  const fix = amountFix(errors.payin?.code, calc);
  const bound = fix && show(fix.amount, pair.payinCurrency);
  return (
    <AmountSide
      side="payin"
      value={isPayoutCalc ? calculated : typed}
      isCalculated={false}
      isTyped={!isPayoutCalc}
      isLoading={isLoading}
      currency={pair.payinCurrency}
      entry={view.payin}
      option={view.payinOption}
      error={errors.payin}
      worth={!errors.payin && view.worthOf('payin')}
      aside={
        view.isAuthorized &&
        view.payinOption?.code === 'balance' && (
          <BalanceShortcut view={view} onTake={(amount) => onType('payin', amount)} />
        )
      }
      fix={
        fix && {
          amount: fix.amount.replace(/\.0*$/, ''),
          fact: t(`tpl:exchange:amount_${fix.bound}`, {
            amount: bound ?? '',
            group: view.payinOption?.code ?? '',
          }),
          text: t('tpl:exchange:use_amount', { amount: bound ?? '' }),
        }
      }
      onType={onType}
      onOpen={onOpen}
    />
  );
});

function amountIn({ price }: PriceState, name: 'payinAmount' | 'payoutAmount'): string {
  return positiveAmount(price.answer.calc[name]);
}

/** Pays with the whole balance; only for a signed-in client who pays from it (2.3-07). */
function BalanceShortcut({ view, onTake }: { view: ExchangeView; onTake: (amount: string) => void }) {
  const t = useTexts();
  const amount = availableAmount(view.payinOption?.balanceAmount ?? '', precisionOf(view.payin));
  return (
    amount && (
      <LinkButton onClick={() => onTake(amount)}>
        {t('tpl:exchange:use_amount', { amount: showFigure(amount, view.payin, t) })}
      </LinkButton>
    )
  );
}

/** The bound that an amount has crossed and that one tap would put in its place. */
export function amountFix(
  code: string | undefined,
  calc: Pick<Calculation, 'payinMinAmount' | 'payinMaxAmount'> | undefined,
): { bound: 'min' | 'max'; amount: string } | undefined {
  const amount =
    code === 'AMOUNT_MIN' ? calc?.payinMinAmount : code === 'AMOUNT_MAX' ? calc?.payinMaxAmount : undefined;
  if (amount === undefined || !isPositive(amount)) return undefined;
  return { bound: code === 'AMOUNT_MIN' ? 'min' : 'max', amount };
}

/**
 * The whole of a balance as an amount that can be typed: cut to the precision of its currency. Undefined when
 * there is nothing.
 */
export function availableAmount(balance: string, precision: number): string | undefined {
  const [whole = '', decimals = ''] = balance.split('.');
  const kept = decimals.slice(0, precision);
  const amount = /[1-9]/.test(kept) ? `${whole}.${kept}` : whole;
  return isPositive(amount) ? amount : undefined;
}

interface AmountSideProps {
  side: Side;
  value: string;
  isCalculated: boolean;
  /** The client typed this amount; the other one is cut to what a person reads. */
  isTyped: boolean;
  isLoading: boolean;
  currency: string;
  entry: CurrencyConfigEntry | undefined;
  option: PaymentOption | undefined;
  error: ErrorItem | undefined;
  /** An accepted amount: the fault and the one tap that corrects it. */
  fix?: { amount: string; fact: string; text: string } | undefined;
  /** Of coins: about what they are in money. */
  worth: ReactNode;
  aside?: ReactNode;
  onType: (side: Side, amount: string) => void;
  onOpen: (side: Side) => void;
}

/**
 * One amount with its currency: its fault and one tap that corrects it. Where the partner has fixed one amount, the
 * other follows from it.
 */
function AmountSide(props: AmountSideProps) {
  const {
    side,
    value,
    isCalculated,
    isTyped,
    isLoading,
    currency,
    entry,
    option,
    error,
    fix,
    worth,
    aside,
    onType,
    onOpen,
  } = props;
  const t = useTexts();
  const { host } = useRuntime().boot;
  return (
    <AmountField
      id={side}
      name={side}
      label={t(`tpl:exchange:${side}`)}
      value={value}
      shown={isTyped ? value : cutDecimals(value, shownDecimals)}
      mark={t('tpl:common:decimal_mark')}
      precision={precisionOf(entry)}
      onChange={(amount) => onType(side, amount)}
      readOnly={host?.locked.some((field) => /^pay(?:in|out)Amount$/.test(field)) ?? false}
      calculated={isCalculated}
      loading={isLoading}
      aside={
        <>
          {value !== '' && worth && <span className="num">≈ {worth}</span>}
          {aside}
        </>
      }
      error={
        error && (
          <>
            {fix?.fact ?? errorText(error, t)}{' '}
            {fix && (
              <LinkButton
                inline
                onClick={({ detail }) => {
                  onType(side, fix.amount);
                  // The button disappears with the fault. After a key press the focus moves to the field; after a tap
                  // it does not, as that would open the keyboard.
                  if (detail === 0) document.getElementById(side)?.focus();
                }}
              >
                {fix.text}
              </LinkButton>
            )}
          </>
        )
      }
    >
      <SideCurrency side={side} currency={currency} entry={entry} via={option?.localName ?? ''} onOpen={onOpen} />
    </AmountField>
  );
}

interface SideCurrencyProps extends Pick<AmountSideProps, 'side' | 'currency' | 'entry' | 'onOpen'> {
  via: string;
}

/** Digits are drawn without it. */
const SideCurrency = memo(function SideCurrency({ side, currency, entry, via, onOpen }: SideCurrencyProps) {
  const t = useTexts();
  const name = nameOf(entry, currency);
  return (
    <CurrencySelector
      currency={{ code: currency, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol }}
      name={name}
      via={via}
      label={t('tpl:exchange:change_currency', { name, via })}
      onOpen={() => onOpen(side)}
    />
  );
});

/** The payout, and its duration. A refused amount gets nothing. */
export const PayoutSide = memo(function PayoutSide({ view, prices, typed, onType, onOpen }: SideProps) {
  const { pair, calc, errors, isRefused } = view;
  const { isPayoutCalc } = pair;
  const drawn = view.calculation;
  const hasAmount = !isPayoutCalc && !isRefused;
  const calculated = useNewest(prices, drawn, (state) => (hasAmount ? amountIn(state, 'payoutAmount') : ''));
  const isLoading = useNewest(prices, drawn, (state) => !isPayoutCalc && state.isCalculating && drawn.isCalculating);
  const t = useTexts();
  return (
    <AmountSide
      side="payout"
      value={isPayoutCalc ? typed : calculated}
      isCalculated
      isTyped={isPayoutCalc}
      isLoading={isLoading}
      currency={pair.payoutCurrency}
      entry={view.payout}
      option={view.payoutOption}
      error={errors.payout}
      worth={!isRefused && view.worthOf('payout')}
      aside={
        <>
          <Icon name="clock" size="s" />
          {durationText(calc.durationMinutes, t)}
        </>
      }
      onType={onType}
      onOpen={onOpen}
    />
  );
});

/** The picker of a side's currency, fetched when it is first opened. */
export function PickerSheet(props: PickerSheetProps) {
  return props.side ? <Picker {...props} side={props.side} /> : null;
}
