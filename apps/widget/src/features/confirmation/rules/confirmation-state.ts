import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { errorText } from '../../../lib/format/error-text.ts';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { codeLength } from '../../../ui/fields/code-input-rules.ts';

export type ConfirmationStatus = 'initial' | 'loading' | 'success' | 'failed';

/** What the confirmation step knows (3-41). */
export interface ConfirmationState {
  status: ConfirmationStatus;
  error: string | undefined;
  /** Whether the code is what is wrong. */
  isOfCode: boolean;
  confirmationDetails: Confirmation;
  confirmationCode: string;
  /** Milliseconds since 1970 from which another code may be requested. */
  nextCodeAt: number;
}

/** The state for details that just came, or that the tab kept over a reload: then the moment counts. */
export function openConfirmation(details: Confirmation, now: number, isFresh: boolean): ConfirmationState {
  return {
    status: 'initial',
    error: undefined,
    isOfCode: false,
    confirmationDetails: details,
    confirmationCode: '',
    nextCodeAt: isFresh ? now + details.expirationSec * 1000 : details.expirationTimeSec * 1000,
  };
}

/** Whole seconds until another code may be requested (4.8-07). */
export function codeSendingDelay({ nextCodeAt }: ConfirmationState, now: number): number {
  return Math.max(0, Math.ceil((nextCodeAt - now) / 1000));
}

/** 4.8-02 */
export function failConfirmation(state: ConfirmationState, error: string, isOfCode: boolean): ConfirmationState {
  return { ...state, status: 'failed', error, isOfCode };
}

/** 4.8-03 */
export function resetConfirmation(state: ConfirmationState): ConfirmationState {
  return { ...state, status: 'initial', error: undefined };
}

/** A code goes out whole, and one at a time (5-02). */
export function isCodeReady({ status }: Pick<ConfirmationState, 'status'>, code: string): boolean {
  return code.length === codeLength && status !== 'loading';
}

export function startLoading(state: ConfirmationState): ConfirmationState {
  return { ...state, status: 'loading', error: undefined };
}

/**
 * Another code was requested: a new identifier begins again (4.8-05); the same one means that none was sent (4.8-06).
 */
export function takeResent(
  state: ConfirmationState,
  details: Confirmation,
  now: number,
  failure: string,
): ConfirmationState {
  if (details.uuid !== state.confirmationDetails.uuid) return openConfirmation(details, now, true);
  const nextCodeAt = details.expirationSec > 0 ? now + details.expirationSec * 1000 : state.nextCodeAt;
  return failConfirmation({ ...state, nextCodeAt }, failure, false);
}

/** Why an approval was refused (8-10): its first error, else the one of the balance, else an unknown one. */
export function readRefusal(items: readonly ErrorItem[], t: Translate): { item: ErrorItem | undefined; text: string } {
  const item = items.find(({ field }) => field !== 'balance') ?? items[0];
  return { item, text: item ? errorText(item, t) : t('tpl:common:error:unknown') };
}
