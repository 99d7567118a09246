import type { UploadedFile } from '@causeway/contract/shapes/verification';
import {
  addressProofs,
  fundsProofs,
  sides,
  sidesOf,
  uploadMax,
  type IdentityPaper,
} from '@causeway/domain/verification/documents';
import { fileHead, fileKind } from '@causeway/domain/verification/file-kind';
import type { Wizard } from '@causeway/domain/verification/wizards';

/** Wizards that take files. */
export type FileWizard = Extract<Wizard, 'identity' | 'address' | 'bank_statement' | 'wallet'>;

/** The kinds of papers of which one is enough; none where every side of a paper or a card is needed (5-27, 5-28). */
export function proofsOf(wizard: FileWizard): readonly string[] {
  if (wizard === 'address') return addressProofs;
  return wizard === 'bank_statement' ? fundsProofs : [];
}

/** A place for one file, with the one that the server holds for it. */
export interface Place {
  /** The same as long as it is the same place. */
  key: string;
  /** What a new file is sent as. */
  type: string;
  held: UploadedFile | undefined;
}

/** The places of a wizard: a side each, or a single one for a paper of the chosen kind (5-23 to 5-28). */
export function placesOf(
  wizard: FileWizard,
  chosen: { paper: IdentityPaper; proof: string },
  files: readonly UploadedFile[],
): Place[] {
  if (proofsOf(wizard).length > 0) {
    const counting = files.find((file) => !isToSend(file));
    return [{ key: 'proof', type: chosen.proof, held: counting ?? files.at(-1) }];
  }
  const needed = wizard === 'wallet' ? sides : sidesOf(chosen.paper);
  return needed.map((side) => ({ key: side, type: side, held: files.find(({ type }) => type === side) }));
}

/** What a place is called: a side by its name, a proof by its kind. */
export function titleOfPlace(wizard: FileWizard, type: string, t: (key: string) => string): string {
  return t(`tpl:verification:${proofsOf(wizard).length > 0 ? 'proof' : 'file'}_${type}`);
}

/** Whether a place still lacks a file: there is none, or another one is asked for. */
export function isToSend(file: UploadedFile | undefined): boolean {
  return file === undefined || file.status === 'declined' || file.status === 'rejected';
}

/** Of the files that are not sent yet those that the chosen paper does not have. */
export function strayFiles(places: readonly Place[], files: readonly UploadedFile[]): UploadedFile[] {
  return files.filter((file) => file.status === 'new' && !places.some(({ held }) => held?.id === file.id));
}

export type FileFault = 'size_small' | 'size_big' | 'wrong_type' | 'unreadable';

/** What is wrong with a file, by its size and its content and never by its name (5-19, A-077). */
export async function judgeFile(file: Blob, isPictureOnly: boolean): Promise<FileFault | undefined> {
  if (file.size === 0) return 'size_small';
  if (file.size > uploadMax) return 'size_big';
  try {
    const kind = fileKind(new Uint8Array(await file.slice(0, fileHead).arrayBuffer()));
    return kind === undefined || (isPictureOnly && kind === 'pdf') ? 'wrong_type' : undefined;
  } catch {
    return 'unreadable';
  }
}
