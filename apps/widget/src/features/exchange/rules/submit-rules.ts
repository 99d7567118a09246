import type { BootData } from '@causeway/contract/boot/boot-data';
import type { Client } from '@causeway/contract/shapes/client';
import type { CalculationLimits } from '@causeway/contract/shapes/calculation';
import { isVerificationNeeded } from '@causeway/domain/clients/client-level';
import type { Side } from './preorder.ts';
import type { ErrorItem } from '@causeway/contract/errors/error-item';

type SubmitText = 'login' | 'verify' | 'buy';

/** Verification is outstanding when the calculation or the level says so. */
export function isVerificationOutstanding(client: Client, limits: CalculationLimits | undefined): boolean {
  if (client.isAuthorized === 0) return false;
  const isListed = limits?.isAuthorized === 1 && limits.verificationRequired.length > 0;
  return isListed || isVerificationNeeded(client.limitLevel, client.isBasicVerifyEnabled === 1);
}

/** The text of the submit button (2.3-16, A-020). */
export function submitText(client: BootData['client'], isOutstanding: boolean): SubmitText {
  if (client.isAuthorized === 0) return client.expected ?? 'login';
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

export interface SortedErrors {
  payin: ErrorItem | undefined;
  payout: ErrorItem | undefined;
  /** Shown as callouts above the submit button: info, warnings, and danger that has no field here. */
  callouts: readonly ErrorItem[];
  /** Whether an error forbids going on. */
  isBlocking: boolean;
}

const payinFields = ['payin_amount', 'payin_currency', 'payin_group'];
const payoutFields = ['payout_amount', 'payout_currency', 'payout_group'];
/** Codes that are information, not danger (8-02). */
const infoCodes = ['BASIC_LIMIT_EXCEEDED', 'LIMIT_EXCEEDED', 'VERIFICATION_REQUIRED'];

/**
 * Puts the errors of a calculation where they are shown. An empty amount is no error to show (8-05), until the button
 * is pressed that it turns off: then it is shown at the side that is typed.
 */
export function sortErrors(items: readonly ErrorItem[], asked: Side | false = false): SortedErrors {
  const shown = items
    .filter((item, at) => (asked || item.code !== 'REQUIRED') && at === firstOf(items, item))
    .map((item) => toned(item.code === 'REQUIRED' ? { ...item, field: `${asked}_amount` } : item));
  const isField = (item: ErrorItem, fields: readonly string[]) => item.type === 'danger' && fields.includes(item.field);
  return {
    payin: shown.find((item) => isField(item, payinFields)),
    payout: shown.find((item) => isField(item, payoutFields)),
    callouts: shown.filter((item) => !isField(item, [...payinFields, ...payoutFields])),
    isBlocking: shown.some((item) => item.type === 'danger'),
  };
}

function toned(item: ErrorItem): ErrorItem {
  return infoCodes.includes(item.code) ? { ...item, type: 'info' } : item;
}

/** An error of both the price and the placed order is shown once. */
function firstOf(items: readonly ErrorItem[], { code, field }: ErrorItem): number {
  return items.findIndex((item) => item.code === code && item.field === field);
}
