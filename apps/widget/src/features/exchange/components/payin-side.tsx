import { formatMoney } from '@causeway/domain/money/format-money';
import { precisionOf } from '../../../lib/format/show-amount.ts';
import { useTexts } from '../../../platform/runtime.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { isPositive, positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { AmountSide } from './amount-side.tsx';
import type { Calculation } from '@causeway/contract/shapes/calculation';

interface PayinSideProps {
  view: ExchangeView;
  onType: (amount: string) => void;
  onOpen: () => void;
}

/**
 * The pay-in. An amount past its limit comes with one tap that corrects it, a balance with one that takes the whole of
 * it.
 */
export function PayinSide({ view, onType, onOpen }: PayinSideProps) {
  const { preorder, calculation, calc, errors, show } = view;
  const t = useTexts();
  const fix = amountFix(errors.payin?.code, calc);
  const bound = fix && show(fix.amount, preorder.payinCurrency);
  return (
    <AmountSide
      side="payin"
      value={preorder.isPayoutCalc ? positiveAmount(calc.payinAmount) : preorder.payinAmount}
      isCalculated={false}
      isLoading={calculation.isCalculating && preorder.isPayoutCalc}
      currency={preorder.payinCurrency}
      entry={view.payin}
      option={view.payinOption}
      error={errors.payin}
      aside={
        view.isAuthorized && view.payinOption?.code === 'balance' && <BalanceShortcut view={view} onTake={onType} />
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
}

/** Pays with the whole balance; only for a signed-in client who pays from it (2.3-07). */
function BalanceShortcut({ view, onTake }: { view: ExchangeView; onTake: (amount: string) => void }) {
  const t = useTexts();
  const precision = precisionOf(view.payin);
  const amount = availableAmount(view.payinOption?.balanceAmount ?? '', precision);
  return (
    amount && (
      <LinkButton onClick={() => onTake(amount)}>
        {t('tpl:exchange:use_amount', { amount: formatMoney(amount, { precision, rounding: 'down' }) })}
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
