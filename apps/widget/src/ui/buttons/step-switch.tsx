import { addTransitionType, startTransition, ViewTransition } from 'react';
import type { ReactNode } from 'react';
import '../../styles/step-transition.css';

export type StepDirection = 'forward' | 'back';

/** Runs a state change as a step forward or back: only changes made inside `change` slide. */
export function slideStep(direction: StepDirection, change: () => void): void {
  startTransition(() => {
    addTransitionType(`step-${direction}`);
    change();
  });
}

const enter = { 'step-forward': 'step-in-forward', 'step-back': 'step-in-back', default: 'none' };
const exit = { 'step-forward': 'step-out', 'step-back': 'step-out', default: 'none' };

/**
 * Slides its content when `step` changes: in from the inline end going forward, from the inline start going back. The
 * leaving step fades.
 */
export function StepSwitch({ step, children }: { step: string; children: ReactNode }) {
  return (
    <ViewTransition key={step} enter={enter} exit={exit} default="none">
      {children}
    </ViewTransition>
  );
}
