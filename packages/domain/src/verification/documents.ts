/** States of a document and of a wizard that holds some (4.8-09). */
export const documentStatuses = ['new', 'uploaded', 'approved', 'declined', 'rejected'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** What a wallet or a wizard is (4.8-10). */
export type WizardState = 'verified' | 'locked' | 'unverified';

export function wizardState({ isVerified, isLocked }: { isVerified: boolean; isLocked: boolean }): WizardState {
  if (isVerified) return 'verified';
  return isLocked ? 'locked' : 'unverified';
}

/** Whether the client may replace or remove a document (5-22, A-076). */
export function isDocumentOpen(status: DocumentStatus, wizard: WizardState): boolean {
  return wizard === 'unverified' && (status === 'new' || status === 'declined');
}

/** Papers that show who somebody is. */
export const identityPapers = ['international_passport', 'internal_passport', 'id_card', 'driver_license'] as const;
export type IdentityPaper = (typeof identityPapers)[number];

/** The pictures of a document; a card takes all of them (5-26). */
export const sides = ['front', 'back', 'selfie'] as const;
export type Side = (typeof sides)[number];

/** The pictures that a paper takes (5-23, 5-24, 5-25). */
export function sidesOf(paper: IdentityPaper): readonly Side[] {
  return paper === 'driver_license' || paper === 'id_card' ? sides : ['front', 'selfie'];
}

/** Papers that show where somebody lives (5-27). */
export const addressProofs = [
  'utility',
  'electricity_bill',
  'bank_statement',
  'card_statement',
  'tax_return',
  'council_tax',
] as const;

/** Papers that show where money comes from (5-28). */
export const fundsProofs = [
  'tax_statement',
  'property_declaration',
  'income_statement',
  'expenses_liabilities',
  'income_certificate',
] as const;

/** The owner may see a file for this long after its upload, so that a session stolen later does not show it. */
export const documentShownMs = 3_600_000;

/** Most bytes of one upload. */
export const uploadMax = 15 * 1024 * 1024;
/** Bytes of each part of a file that is sent in parts, but for the rest of it, which is shorter or as long. */
export const uploadPart = 512 * 1024;
/** Kinds of files that can be uploaded; a selfie takes the pictures alone. */
export const pictureTypes = ['jpg', 'png', 'heic'] as const;
export const uploadTypes = [...pictureTypes, 'pdf'] as const;
