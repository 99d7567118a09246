import type { StepName } from './steps.ts';

/** The step before a step (4.3-01, A-036), in merchant mode as 4.2-06 and 4.2-07 write it. Undefined where there is no way back. */
export function backStep(step: StepName, isMerchant: boolean): StepName | undefined {
  if (isMerchant && step === 'address') return 'verification';
  if (isMerchant && step === 'verification') return 'address';
  return ['auth', 'verification', 'address', 'confirmation'].includes(step) ? 'exchange' : undefined;
}
