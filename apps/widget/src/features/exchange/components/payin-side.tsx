import { useTexts } from '../../../shell/runtime.ts';
import { amountFix } from '../rules/amount-fix.ts';
import { positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { AmountSide } from './amount-side.tsx';

export interface PayinSideProps {
  view: ExchangeView;
  onType: (amount: string) => void;
  onOpen: () => void;
}

/** What is paid. An amount past its bound comes with one tap that puts it right. */
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
