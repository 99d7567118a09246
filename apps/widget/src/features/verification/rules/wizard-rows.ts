import type { VerificationViews, WizardView } from '@causeway/contract/shapes/verification';
import {
  groupOf,
  groupsOf,
  isGroupOpen,
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

export interface WalletRow {
  id: string;
  cardNumber: string;
  state: RowState;
  after?: Wizard;
}

/** A row for each card of the client, from the level on that shows them (4.9-15, A-075). */
export function walletRows({ wallets, clientLevel }: VerificationViews, flags: WizardFlags): WalletRow[] {
  const group = groupOf('wallet', flags);
  if (group === undefined || !isGroupOpen(group, clientLevel)) return [];
  const isEnabled = isWizardEnabled('wallet', clientLevel, flags);
  return wallets.map(({ id, cardNumber, ...view }) => {
    const state = rowState(view, isEnabled);
    return { id, cardNumber, state, ...(state === 'locked' && { after: wizardBefore('wallet', flags) }) };
  });
}

/** Enough of a number for its owner to know it, and too little for who looks over a shoulder. */
export function maskPhone(phone: string): string {
  return phone === '' ? '' : `${phone.slice(0, 4)} ··· ·· ${phone.slice(-2)}`;
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

/**
 * The wizard whose level opens this one: the last of the group before, in the first group the e-mail. Cards open with
 * the first of their levels.
 */
export function wizardBefore(wizard: Wizard, flags: WizardFlags): Wizard {
  const groups = groupsOf(flags);
  const own = groups.findIndex(({ wizards }) => wizards.includes(wizard));
  const opening = groups.findIndex(({ completes }) => completes !== undefined && completes === groups[own]?.enabled[0]);
  const before = groups[wizard === 'wallet' && opening >= 0 ? opening : own - 1];
  if (before === undefined) return 'email';
  return before.name === 'start' && !flags.isBasicVerifyEnabled ? 'email' : (before.wizards.at(-1) ?? 'email');
}
