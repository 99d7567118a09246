import type { ReactNode } from 'react';
import { showAmount } from '../../lib/format/show-amount.ts';
import { PurchaseSummary } from '../../parts/price/purchase-summary.tsx';
import { StepHeader } from '../../parts/page/step-header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { StepDots } from '../../ui/feedback/step-dots.tsx';
import { useAccount, useApp } from '../app-parts.ts';
import { useLeave } from './use-leave.ts';
import { useShownPrice } from './use-shown-price.ts';

/** Steps of an order before it is placed. */
const stepCount = 4;

export interface StepFrameProps {
  title: string;
  /** Which step of four; none outside an order. */
  step?: number;
  onBack: () => void;
  children: ReactNode;
}

/** Header of a step after the exchange. */
export function StepFrame({ title, step, onBack, children }: StepFrameProps) {
  const t = useTexts();
  const leave = useLeave(onBack);
  return (
    <>
      <StepHeader title={title} leave={leave}>
        {step !== undefined && (
          <StepDots step={step} count={stepCount} label={t('tpl:common:step_of', { step: step, count: stepCount })} />
        )}
      </StepHeader>
      {children}
    </>
  );
}

/** The line that keeps both amounts in sight (2.3-33); absent while there is no price. */
export function StepSummary() {
  const t = useTexts();
  const price = useShownPrice();
  const { config } = useAccount();
  const { exchange } = useApp();
  if (!price) return null;
  const { payinCurrency, payoutCurrency } = exchange.getState().preorder;
  const side = (code: string, amount: string) => {
    const entry = config.currencyConfig[code];
    return {
      currency: { code, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol },
      text: showAmount(amount, code, config.currencyConfig),
    };
  };
  const payin = side(payinCurrency, price.payinAmount);
  const payout = side(payoutCurrency, price.payoutAmount);
  return (
    <PurchaseSummary
      payin={payin}
      payout={payout}
      label={t('tpl:common:summary', { payin: payin.text, payout: payout.text })}
    />
  );
}
