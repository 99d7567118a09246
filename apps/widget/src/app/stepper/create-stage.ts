import { paymentProviders } from '@causeway/domain/payments/payment-providers';
import { orderEvent } from '../order-event.ts';
import type { FlowParts } from './flow-parts.ts';
import { type StepName, isOrderKept } from './steps.ts';
import { type Mode, modeRow } from '../modes.ts';

/** Puts steps on screen and reports them to the page around the widget. */
export interface Stage {
  show: (step: StepName, direction: 'forward' | 'back') => void;
  /** Leaves the stepper for the page of its order. */
  showOrder: () => void;
}

export function createStage(parts: FlowParts): Stage {
  const { runtime, router, stepper, mode } = parts;
  const { first } = modeRow(mode);

  function show(wanted: StepName, direction: 'forward' | 'back'): void {
    // In a mode that begins elsewhere, the exchange means its first step.
    const step = wanted === 'exchange' ? first : wanted;
    if (!isStepAllowed(step, mode)) return runtime.log.warn(`Step ${step} is not allowed here`);
    if (step === 'status') return showOrder();
    if (step === first) forget();
    stepper.setState({ step, direction });
    runtime.frame.updateStep(orderEvent(stepper.getState().order, step));
    if (step === 'address') runtime.clientEvents.send('order_started', orderStarted(parts));
  }

  /** The exchange begins again: the confirmation is dropped, and so is the order (4.3-07). */
  function forget(): void {
    stepper.setState({ confirmation: undefined });
    const { order } = stepper.getState();
    if (!isOrderKept(router.previous()?.name, order?.status ?? '')) stepper.setState({ order: undefined });
  }

  function showOrder(): void {
    const { step, order, confirmation } = stepper.getState();
    const niceId = order?.niceId || confirmation?.niceId;
    if (!niceId) return runtime.log.warn("Order is empty. Can't set status page");
    runtime.frame.updateStep(orderEvent(order));
    // It takes the place of a later step, to which Back does not lead any more.
    router.navigate('order-status', { orderId: niceId }, {}, { replace: step !== first });
    stepper.setState({ step: first, direction: 'forward', confirmation: undefined });
  }

  return { show, showOrder };
}

/** Whether a mode shows a step (1-38, 4.2-05). */
export function isStepAllowed(step: StepName, mode: Mode): boolean {
  return modeRow(mode).steps.includes(step);
}

/** The order analytics event (3-70, A-037). */
function orderStarted({ exchange, prices }: Pick<FlowParts, 'exchange' | 'prices'>): Record<string, string> {
  const { preorder } = exchange.getState();
  const { calc } = prices.store.getState().price.answer;
  return {
    coupon: preorder.coupon.trim(),
    payinAmount: calc.payinAmount,
    payinAmountEur: calc.payinAmountEur,
    payinGroup: preorder.payinGroup,
    payinProvider: named(calc.payinSubMethod),
    payinCurrency: preorder.payinCurrency,
    payoutAmount: calc.payoutAmount,
    payoutAmountEur: calc.payoutAmountEur,
    payoutGroup: preorder.payoutGroup,
    payoutProvider: named(calc.payoutSubMethod),
    payoutCurrency: preorder.payoutCurrency,
  };
}

/** Only providers of cards and payments are named (3-71, A-103). */
function named(provider: string): string {
  return paymentProviders.has(provider) ? provider : '';
}
