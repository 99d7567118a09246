import type { StepName } from './steps.ts';

export interface StepFacts {
  isAuthorized: boolean;
  isVerificationOutstanding: boolean;
  isPreorderFull: boolean;
  isSecondStepSkipped: boolean;
  /** A payment was started before the sign-in. */
  isContinuing: boolean;
  /** The order is fully placed. */
  isOrderFinished: boolean;
  /** An order with a number exists. */
  hasOrder: boolean;
}

type Rule = (facts: StepFacts) => StepName;

const rules: Record<Exclude<StepName, 'exchangeMerchant'>, Rule> = {
  exchange(facts) {
    if (facts.isVerificationOutstanding) return 'verification';
    if (!facts.isPreorderFull) return 'exchange';
    return facts.isSecondStepSkipped ? 'status' : 'address';
  },
  confirmation: () => 'status',
  address: (facts) => (facts.isPreorderFull ? 'status' : 'exchange'),
  auth(facts) {
    if (!facts.isContinuing) return 'exchange';
    if (facts.isVerificationOutstanding) return 'verification';
    if (facts.isOrderFinished) return 'status';
    return facts.isPreorderFull ? 'address' : 'exchange';
  },
  verification(facts) {
    if (facts.hasOrder) return 'status';
    return facts.isPreorderFull ? 'address' : 'exchange';
  },
  status: (facts) => (facts.isOrderFinished || facts.isPreorderFull ? 'status' : 'exchange'),
};

/** The step after a step in the default flow (4.1). A visitor comes to `auth` (4.1-21, A-002). */
export function nextStep(step: StepName | 'init', facts: StepFacts): StepName {
  if (step === 'init' || step === 'exchangeMerchant') return 'exchange';
  return facts.isAuthorized ? rules[step](facts) : 'auth';
}

/**
 * The step before a step (4.3-01, A-036), in merchant mode as 4.2-06 and 4.2-07 define it. Undefined where
 * there is no step back.
 */
export function backStep(step: StepName, isMerchant: boolean): StepName | undefined {
  if (isMerchant && step === 'address') return 'verification';
  if (isMerchant && step === 'verification') return 'address';
  return ['auth', 'verification', 'address', 'confirmation'].includes(step) ? 'exchange' : undefined;
}
