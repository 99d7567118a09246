import type { Client } from '@causeway/contract/shapes/client';
import type { CalculationLimits } from '@causeway/contract/shapes/calculation';
import { isVerificationNeeded } from '@causeway/domain/clients/client-level';

type SubmitText = 'login' | 'verify' | 'buy';

/** Verification is outstanding when the calculation or the level says so. */
export function isVerificationOutstanding(client: Client, limits: CalculationLimits | undefined): boolean {
  if (client.isAuthorized === 0) return false;
  const isListed = limits?.isAuthorized === 1 && limits.verificationRequired.length > 0;
  return isListed || isVerificationNeeded(client.limitLevel, client.isBasicVerifyEnabled === 1);
}

/** The text of the submit button (2.3-16, A-020). */
export function submitText(client: Client, isOutstanding: boolean): SubmitText {
  if (client.isAuthorized === 0) return 'login';
  return isOutstanding ? 'verify' : 'buy';
}

interface SubmitFacts {
  isCreating: boolean;
  isCalculating: boolean;
  /** Both amounts of the last calculation are positive. */
  hasAmounts: boolean;
  hasErrors: boolean;
  isOffline: boolean;
  /** The next step is the verification, and a feature flag closes it (2.3-21, A-019). */
  isVerificationShut: boolean;
  /** The site takes no orders just now. */
  isDisabled: boolean;
}

/** 2.3-17 to 2.3-21: when submit does nothing. */
export function isSubmitDisabled(facts: SubmitFacts): boolean {
  const { hasAmounts, ...obstacles } = facts;
  return !hasAmounts || Object.values(obstacles).some(Boolean);
}

/**
 * Whether a merchant's order can be made with this e-mail (4.1-23, 5-11): presence and plain form, the server decides
 * the rest.
 */
export function isClientEmail(email: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(email.trim());
}
