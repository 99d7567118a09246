import { dayAt, isExpiryDateFine, isIssueDateFine } from '@causeway/domain/verification/dates';
import {
  addressProofs,
  fundsProofs,
  sidesOf,
  sides,
  type DocumentStatus,
  type IdentityPaper,
} from '@causeway/domain/verification/documents';
import type { RefusalItem } from '../../errors.ts';
import type { Wizard } from '@causeway/domain/verification/wizards';

/** Wizards that keep what a client states or shows; e-mail and phone are the account's own. */
export const keptWizards = ['basic', 'identity', 'address', 'bank_statement', 'wallet'] as const satisfies Wizard[];
export type KeptWizard = (typeof keptWizards)[number];

/** One wizard of a client; of the wallet one for each card. */
export interface WizardKey {
  clientId: string;
  wizard: KeptWizard;
  walletId: string;
}

/** Wizards that take files. */
export type FileWizard = Exclude<KeptWizard, 'basic'>;

/** The files that a wizard takes; those of the identity depend on the paper. */
export function typesOf(wizard: FileWizard, paper: IdentityPaper | undefined): readonly string[] {
  if (wizard === 'identity') return paper === undefined ? [] : sidesOf(paper);
  if (wizard === 'wallet') return sides;
  return wizard === 'address' ? addressProofs : fundsProofs;
}

/** A proof is one file of any of its kinds; of a paper or a card every side is needed (5-23 to 5-26). */
export function isOneFile(wizard: FileWizard): boolean {
  return wizard === 'address' || wizard === 'bank_statement';
}

export interface HeldFile {
  type: string;
  status: DocumentStatus;
}

/** What must be there before the wizard can be sent, by the names of its files. */
export function missingTypes(
  wizard: FileWizard,
  paper: IdentityPaper | undefined,
  held: readonly HeldFile[],
): string[] {
  const fine = held.filter(({ status }) => status !== 'declined' && status !== 'rejected').map(({ type }) => type);
  if (isOneFile(wizard)) return fine.length > 0 ? [] : ['file'];
  return typesOf(wizard, paper).filter((type) => !fine.includes(type));
}

/**
 * The files that a new one takes the place of, or `undefined` where there is one that must stay: submitted and approved
 * ones do, and of a proof any that was not declined (5-21, 5-22).
 */
export function replacedBy<File extends HeldFile>(
  wizard: FileWizard,
  type: string,
  held: readonly File[],
): readonly File[] | undefined {
  const same = isOneFile(wizard) ? held : held.filter((file) => file.type === type);
  const mayGo = ({ status }: HeldFile) => status === 'declined' || (status === 'new' && !isOneFile(wizard));
  return same.every(mayGo) ? same : undefined;
}

/** What is wrong with the days of a paper (5-17, 5-18): right is what is right anywhere in the world. */
export function judgeDays(
  { documentDate, expiryDate }: { documentDate: string; expiryDate: string },
  birthday: string,
  now: Date,
): RefusalItem[] {
  const faults: RefusalItem[] = [];
  if (documentDate !== '' && !isIssueDateFine(documentDate, birthday, dayAt(now, 14 * 60)))
    faults.push({ code: 'DOCUMENT_DATE_WRONG', field: 'document_date' });
  if (expiryDate !== '' && !isExpiryDateFine(expiryDate, dayAt(now, -12 * 60)))
    faults.push({ code: 'DOCUMENT_EXPIRED', field: 'expiry_date' });
  return faults;
}
