import { type ReactNode, useLayoutEffect, useState } from 'react';
import { showAmount } from '../../lib/format/show-amount.ts';
import { PurchaseSummary } from '../../parts/price/purchase-summary.tsx';
import { StepHeader } from '../../parts/page/step-header.tsx';
import { useTexts } from '../../platform/runtime.ts';
import { StepDots } from '../../ui/feedback/step-dots.tsx';
import { useAccount, useApp, useStepper } from '../app-parts.ts';
import type { Target } from '../router/target.ts';
import { type RouteView, routeOf } from '../routes.ts';
import { CabinetPage } from '../wide/cabinet-page.tsx';
import { isCabinet } from '../wide/wide-rule.ts';
import type { StepName } from '../stepper/steps.ts';
import { followLeaving } from './follow-leaving.ts';
import { useLeave } from './use-leave.ts';
import type { Order } from '@causeway/contract/shapes/order';
import type { Calculation, CalculationAnswer } from '@causeway/contract/shapes/calculation';
import { useStore } from 'zustand';

/** Steps of an order before it is placed. */
const stepCount = 4;

interface StepFrameProps {
  title: string;
  /** Which step of four; none outside an order. */
  step?: number;
  onBack: () => void;
  children: ReactNode;
}

/** Header of a step after the exchange, and of a page of the cabinet. */
export function StepFrame({ title, step, onBack, children }: StepFrameProps) {
  const t = useTexts();
  const leave = useLeave(onBack);
  const app = useApp();
  useLayoutEffect(() => followLeaving(app), [app]);
  const content = (
    <>
      <StepHeader title={title} leave={leave}>
        {step !== undefined && (
          <StepDots step={step} count={stepCount} label={t('tpl:common:step_of', { step: step, count: stepCount })} />
        )}
      </StepHeader>
      {children}
    </>
  );
  // While it slides out, the route is already the next one's.
  const [isOfCabinet] = useState(isCabinet(useApp().router.current().name));
  return isOfCabinet ? <CabinetPage>{content}</CabinetPage> : content;
}

/** The line that keeps both amounts in sight (2.3-33); absent while there is no price. */
export function StepSummary() {
  const price = useShownPrice();
  const { exchange } = useApp();
  return price ? <OrderSummary order={{ ...exchange.getState().preorder, ...price }} /> : null;
}

type Amounts = Pick<Order, 'payinCurrency' | 'payinAmount' | 'payoutCurrency' | 'payoutAmount' | 'worth'>;

/** The amounts of an order in one line. */
export function OrderSummary({ order }: { order: Amounts }) {
  const t = useTexts();
  const { currencyConfig } = useAccount().config;
  const { worth } = order;
  const side = (code: string, amount: string) => {
    const entry = currencyConfig[code];
    return {
      currency: { code, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol },
      text: showAmount(amount, code, currencyConfig, t),
    };
  };
  const payin = side(order.payinCurrency, order.payinAmount);
  const payout = side(order.payoutCurrency, order.payoutAmount);
  return (
    <PurchaseSummary
      payin={payin}
      payout={payout}
      label={t('tpl:common:summary', { payin: payin.text, payout: payout.text })}
      worth={[worth.payin, worth.payout]
        .filter((amount) => amount !== '')
        .map((amount) => `≈ ${showAmount(amount, worth.currency, currencyConfig, t)}`)
        .join(' → ')}
    />
  );
}

/** The price of the order under way, or undefined while the payout is not known (8-05). */
export function useShownPrice(): Calculation | undefined {
  const { price } = useStore(useApp().prices.store);
  return shownPrice(price.answer);
}

export function shownPrice({ calc, errors }: CalculationAnswer): Calculation | undefined {
  return errors.some((item) => item.code === 'REQUIRED') ? undefined : calc;
}

/** The route that a view shows. While the view slides out, its own last one: the next route belongs to another view. */
export function useHeldRoute(view: RouteView): Target {
  const { router } = useApp();
  const { step } = useStepper();
  const [held, setHeld] = useState(router.current());
  const route = heldRoute({ current: router.current(), held, step }, view);
  if (route !== held) setHeld(route);
  return route;
}

export function heldRoute(
  { current, held, step }: { current: Target; held: Target; step: StepName },
  view: RouteView,
): Target {
  const shown = current.name === 'order-stepper' ? step : routeOf(current.name).view;
  return shown === view ? current : held;
}
