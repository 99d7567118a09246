import { memo } from 'react';
import { useTexts } from '../../../platform/runtime.ts';
import { Icon } from '../../../ui/icon.tsx';
import { durationText } from '../rules/duration-text.ts';
import { type Side, positiveAmount } from '../rules/preorder.ts';
import type { ExchangeView } from '../use-exchange.ts';
import { AmountSide } from './amount-side.tsx';

export interface PayoutSideProps {
  view: ExchangeView;
  typed: string;
  onType: (side: Side, amount: string) => void;
  onOpen: (side: Side) => void;
}

/** The payout, and its duration. A refused amount gets nothing. */
export const PayoutSide = memo(function PayoutSide({ view, typed, onType, onOpen }: PayoutSideProps) {
  const { pair, calculation, calc, errors, isRefused } = view;
  const t = useTexts();
  const calculated = isRefused ? '' : positiveAmount(calc.payoutAmount);
  return (
    <AmountSide
      side="payout"
      value={pair.isPayoutCalc ? typed : calculated}
      isCalculated
      isTyped={pair.isPayoutCalc}
      isLoading={calculation.isCalculating && !pair.isPayoutCalc}
      currency={pair.payoutCurrency}
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
});
