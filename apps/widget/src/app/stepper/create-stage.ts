import { orderEvent } from '../order-event.ts';
import type { FlowParts } from './flow-parts.ts';
import { isOrderKept } from './is-order-kept.ts';
import { isStepAllowed } from './is-step-allowed.ts';
import type { StepName } from './steps.ts';

/** Puts steps on screen and tells the page around the widget of them. */
export interface Stage {
  show: (step: StepName, direction: 'forward' | 'back') => void;
  /** Leaves the stepper for the page of its order. */
  showOrder: () => void;
}

export function createStage({ runtime, router, stepper, mode }: FlowParts): Stage {
  function show(step: StepName, direction: 'forward' | 'back'): void {
    if (!isStepAllowed(step, mode)) return runtime.log.warn(`Step ${step} is not allowed here`);
    if (step === 'status') return showOrder();
    if (step === 'exchange' && !isOrderKept(router.previous()?.name, stepper.getState().order?.status ?? ''))
      stepper.setState({ order: undefined });
    stepper.setState({ step, direction });
    runtime.frame.updateStep(orderEvent(stepper.getState().order, step));
  }

  function showOrder(): void {
    const { order } = stepper.getState();
    const niceId = order?.niceId;
    if (!niceId) return runtime.log.warn("Order is empty. Can't set status page");
    runtime.frame.updateStep(orderEvent(order));
    router.navigate('order-status', { orderId: niceId });
    stepper.setState({ step: 'exchange', direction: 'forward' });
  }

  return { show, showOrder };
}
