import { memo } from 'react';
import { precisionOf, showFigure } from '../../../lib/format/show-amount.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { type Side, isPositive, positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { AmountSide } from './amount-side.tsx';
import type { Calculation } from '@causeway/contract/shapes/calculation';

interface PayinSideProps {
  view: ExchangeView;
  typed: string;
  onType: (side: Side, amount: string) => void;
  onOpen: (side: Side) => void;
}

/**
 * The pay-in. An amount past its limit comes with one tap that corrects it, a balance with one that takes the whole of
 * it.
 */
export const PayinSide = memo(function PayinSide({ view, typed, onType, onOpen }: PayinSideProps) {
  const { pair, calculation, calc, errors, show } = view;
  const t = useTexts();
  const fix = amountFix(errors.payin?.code, calc);
  const bound = fix && show(fix.amount, pair.payinCurrency);
  return (
    <AmountSide
      side="payin"
      value={pair.isPayoutCalc ? positiveAmount(calc.payinAmount) : typed}
      isCalculated={false}
      isTyped={!pair.isPayoutCalc}
      isLoading={calculation.isCalculating && pair.isPayoutCalc}
      currency={pair.payinCurrency}
      entry={view.payin}
      option={view.payinOption}
      error={errors.payin}
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
            name: view.payinOption?.localName ?? '',
          }),
          text: t('tpl:exchange:use_amount', { amount: bound ?? '' }),
        }
      }
      onType={onType}
      onOpen={onOpen}
    />
  );
});

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
