import { expect, test } from 'vitest';
import { fileHead, fileKind } from './file-kind.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ['\u00ff\u00d8\u00ff\u00e0', 'jpg'],
  ['\u0089PNG\r\n\u001a\n', 'png'],
  ['%PDF-1.7', 'pdf'],
  ['\0\0\0\u0018ftypheic', 'heic'],
  ['\0\0\0\u0018ftypmif1', 'heic'],
  ['\0\0\0\u0018ftypisom', undefined],
  ['GIF89a', undefined],
  ['<svg xmlns=""', undefined],
  [' %PDF-1.7', undefined],
  ['', undefined],
])('A-077 %j is %s by its content', (start, kind) => {
  expect(fileKind(bytes(start))).toBe(kind);
  expect(fileKind(bytes(`${start} and more`).subarray(0, Math.max(fileHead, start.length)))).toBe(kind);
});
