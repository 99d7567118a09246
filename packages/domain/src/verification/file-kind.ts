import type { uploadTypes } from './documents.ts';

export type UploadType = (typeof uploadTypes)[number];

const starts: readonly (readonly [UploadType, readonly number[]])[] = [
  ['jpg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['pdf', [...'%PDF-'].map(codeOf)],
];
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** How many bytes from its beginning show what a file is. */
export const fileHead = 12;

/** What a file is by its first bytes, whatever its name says; `undefined` for every other kind. */
export function fileKind(bytes: Uint8Array): UploadType | undefined {
  const plain = starts.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  if (plain !== undefined) return plain[0];
  const isBoxed = textAt(bytes, 4) === 'ftyp';
  return isBoxed && heicBrands.has(textAt(bytes, 8)) ? 'heic' : undefined;
}

function textAt(bytes: Uint8Array, start: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + 4));
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}
