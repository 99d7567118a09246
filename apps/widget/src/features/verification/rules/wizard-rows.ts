import type { VerificationViews, WizardView } from '@causeway/contract/shapes/verification';
import {
  groupOf,
  groupsOf,
  isWizardEnabled,
  type Wizard,
  type WizardFlags,
} from '@causeway/domain/verification/wizards';

/** Milliseconds between two looks at the verification (9-04). */
export const verificationPolling = import.meta.env.DEV ? 5000 : 15_000;

/** What a row of the list offers. */
export type RowState = 'verified' | 'review' | 'refused' | 'fix' | 'start' | 'locked';

export interface WizardRow {
  wizard: Exclude<Wizard, 'wallet'>;
  state: RowState;
  /** Of a locked row: the wizard that opens it. */
  after?: Wizard;
}

/** The rows of the wizards that apply, in their order. */
export function wizardRows(views: VerificationViews, required: readonly Wizard[], flags: WizardFlags): WizardRow[] {
  return required.flatMap((wizard) => {
    if (wizard === 'wallet') return [];
    const state = rowState(viewOf(views, wizard), mayStart(wizard, views, flags));
    return [{ wizard, state, ...(state === 'locked' && { after: wizardBefore(wizard, flags) }) }];
  });
}

export function viewOf(views: VerificationViews, wizard: Exclude<Wizard, 'wallet'>): WizardView {
  return wizard === 'bank_statement' ? views.bankStatement : views[wizard];
}

export function rowState({ isVerified, status }: WizardView, isEnabled: boolean): RowState {
  if (isVerified === 1) return 'verified';
  if (status === 'uploaded') return 'review';
  if (status === 'rejected') return 'refused';
  if (!isEnabled) return 'locked';
  return status === 'declined' ? 'fix' : 'start';
}

/** E-mail and phone belong to the account, whatever its level. */
function mayStart(wizard: Wizard, { clientLevel }: VerificationViews, flags: WizardFlags): boolean {
  return wizard === 'email' || wizard === 'phone' || isWizardEnabled(wizard, clientLevel, flags);
}

/** The last wizard of the group before, whose level opens this one; in the first group the e-mail. */
export function wizardBefore(wizard: Wizard, flags: WizardFlags): Wizard {
  const groups = groupsOf(flags);
  const index = groups.findIndex(({ name }) => name === groupOf(wizard, flags)?.name);
  const before = index > 0 ? groups[index - 1] : undefined;
  if (before === undefined) return 'email';
  return before.name === 'start' && !flags.isBasicVerifyEnabled ? 'email' : (before.wizards.at(-1) ?? 'email');
}
