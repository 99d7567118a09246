import { orderEvent } from '../order-event.ts';
import type { FlowParts } from './flow-parts.ts';
import { isOrderKept } from './is-order-kept.ts';
import { isStepAllowed } from './is-step-allowed.ts';
import { orderStarted } from './order-started.ts';
import { modeRow } from '../modes.ts';
import type { StepName } from './steps.ts';

/** Puts steps on screen and tells the page around the widget of them. */
export interface Stage {
  show: (step: StepName, direction: 'forward' | 'back') => void;
  /** Leaves the stepper for the page of its order. */
  showOrder: () => void;
}

export function createStage(parts: FlowParts): Stage {
  const { runtime, router, stepper, mode } = parts;
  const { first } = modeRow(mode);

  function show(wanted: StepName, direction: 'forward' | 'back'): void {
    // Where a mode begins elsewhere, that is what everybody means by the exchange.
    const step = wanted === 'exchange' ? first : wanted;
    if (!isStepAllowed(step, mode)) return runtime.log.warn(`Step ${step} is not allowed here`);
    if (step === 'status') return showOrder();
    if (step === first) forget();
    stepper.setState({ step, direction });
    runtime.frame.updateStep(orderEvent(stepper.getState().order, step));
    if (step === 'address') runtime.clientEvents.send('order_started', orderStarted(parts));
  }

  /** The exchange begins anew: the confirmation is dropped, and so is the order (4.3-07). */
  function forget(): void {
    stepper.setState({ confirmation: undefined });
    const { order } = stepper.getState();
    if (!isOrderKept(router.previous()?.name, order?.status ?? '')) stepper.setState({ order: undefined });
  }

  function showOrder(): void {
    const { order, confirmation } = stepper.getState();
    const niceId = order?.niceId || confirmation?.niceId;
    if (!niceId) return runtime.log.warn("Order is empty. Can't set status page");
    runtime.frame.updateStep(orderEvent(order));
    router.navigate('order-status', { orderId: niceId });
    stepper.setState({ step: first, direction: 'forward', confirmation: undefined });
  }

  return { show, showOrder };
}
