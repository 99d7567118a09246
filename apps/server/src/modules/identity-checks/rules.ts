import type { DocumentStatus } from '@causeway/domain/verification/documents';
import type { Verdict } from '../../providers/identity-check/port.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** An approval may be taken back, and the webhook of that be lost. */
const approvedEvery = 30 * day;

/**
 * When the provider is asked again without a webhook: often while something happens, seldom later. `null` where nothing
 * is awaited: a refusal for good, or a page that was not used for days.
 */
export function nextLook(verdict: Verdict, since: Date, now: Date): Date | null {
  if (verdict === 'approved') return new Date(now.getTime() + approvedEvery);
  if (verdict === 'rejected') return null;
  const age = now.getTime() - since.getTime();
  if (verdict !== 'pending' && age > 2 * day) return null;
  return new Date(now.getTime() + (age < hour ? minute : 15 * minute));
}

/** When the provider is asked again that could not answer, by the answer that was applied last. */
export function lookAfterFailure(verdict: Verdict, now: Date): Date {
  return new Date(now.getTime() + (verdict === 'approved' ? day : minute));
}

/** What an answer does to the wizard; nothing where it is no news, or where people have the wizard. */
export type Effect = 'none' | 'wait' | 'reopen' | 'approve' | 'hold' | 'ask again' | 'reject';

export interface Standing {
  verdict: Verdict;
  /** The answer is the one that was applied last. */
  isKnown: boolean;
  /** Of the wizard. */
  status: DocumentStatus;
  /** An approval needs a person too: a name on a list, or another one on the papers. */
  isDoubtful: boolean;
  /** Who looks at a submitted wizard; empty where people do. */
  checkedBy: string;
}

/** What becomes of a wizard: people's decisions stand, and a final refusal or an approval is never taken back here. */
export function effectOf({ verdict, isKnown, status, isDoubtful, checkedBy }: Standing): Effect {
  const isWithPeople = status === 'uploaded' && checkedBy === '';
  if (status === 'approved' || status === 'rejected' || isWithPeople) return 'none';
  if (verdict === 'pending') return status === 'uploaded' ? 'none' : 'wait';
  if (verdict === 'open') return status === 'uploaded' ? 'reopen' : 'none';
  if (verdict === 'approved') return isDoubtful ? 'hold' : 'approve';
  if (isKnown) return status === 'uploaded' ? 'reopen' : 'none';
  return verdict === 'retry' ? 'ask again' : 'reject';
}
