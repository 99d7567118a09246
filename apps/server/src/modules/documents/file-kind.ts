import type { FileKind } from '../../providers/document-cleaner/port.ts';

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** What a file is by its first bytes, whatever its name says; `undefined` for every other kind. */
export function fileKind(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 32));
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpg';
  if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  const isBoxed = head.subarray(4, 8).toString('latin1') === 'ftyp';
  return isBoxed && heicBrands.has(head.subarray(8, 12).toString('latin1')) ? 'heic' : undefined;
}
