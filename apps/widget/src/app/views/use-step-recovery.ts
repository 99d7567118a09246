import { useEffect, useEffectEvent } from 'react';
import { useApp, useStepper } from '../app-parts.ts';
import type { ShownView } from './use-view.ts';

/** Milliseconds after a step was set until its screen must be there (9-17, A-035). */
export const recoveryDelay = 5000;

/** Whether the screen of a step is missing: its name is unknown, or its code did not come. */
export function isStepLost({ name, screen }: Pick<ShownView, 'name' | 'screen'>, wanted: ShownView['name']): boolean {
  return name !== wanted || screen === 'blank' || screen === 'loading' || screen === 'failed';
}

/** A step that has no screen after a while falls back to the exchange (4.3-22, 4.3-23). */
export function useStepRecovery(shown: ShownView, wanted: ShownView['name']): void {
  const { flow, router, runtime } = useApp();
  const { step } = useStepper();
  const recover = useEffectEvent(() => {
    if (router.current().name !== 'order-stepper' || !isStepLost(shown, wanted)) return;
    runtime.log.error('Order step is wrong', step);
    runtime.toasts.show({ kind: 'error', text: runtime.texts.t('tpl:common:network') });
    flow.open('exchange');
  });
  useEffect(() => {
    if (step === 'exchange') return undefined;
    const timer = setTimeout(recover, recoveryDelay);
    return () => clearTimeout(timer);
  }, [step]);
}
