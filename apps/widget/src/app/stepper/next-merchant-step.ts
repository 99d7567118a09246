import type { StepFacts } from './next-step.ts';
import type { StepName } from './steps.ts';

/** The step after a step in merchant mode (4.2-01 to 4.2-04). */
export function nextMerchantStep(
  step: StepName | 'init',
  facts: Pick<StepFacts, 'isOrderFinished' | 'isPreorderFull'>,
): StepName {
  if (step === 'status') return 'status';
  if (step === 'init') return facts.isOrderFinished ? 'status' : 'exchangeMerchant';
  return facts.isPreorderFull ? 'status' : 'exchangeMerchant';
}
