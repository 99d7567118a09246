import { useTexts } from '../../../platform/runtime.ts';
import { Icon } from '../../../ui/icon.tsx';
import { durationText } from '../rules/duration-text.ts';
import { positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { AmountSide } from './amount-side.tsx';

export interface PayoutSideProps {
  view: ExchangeView;
  onType: (amount: string) => void;
  onOpen: () => void;
}

/** The payout, and its duration. A refused amount gets nothing. */
export function PayoutSide({ view, onType, onOpen }: PayoutSideProps) {
  const { preorder, calculation, calc, errors, isRefused } = view;
  const t = useTexts();
  const calculated = isRefused ? '' : positiveAmount(calc.payoutAmount);
  return (
    <AmountSide
      side="payout"
      value={preorder.isPayoutCalc ? preorder.payoutAmount : calculated}
      isCalculated
      isLoading={calculation.isCalculating && !preorder.isPayoutCalc}
      currency={preorder.payoutCurrency}
      entry={view.payout}
      option={view.payoutOption}
      error={errors.payout}
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
}
