import type { Messages } from '@lingui/core';
import type { BootData } from '@causeway/contract/boot/boot-data';
import { createTexts, type Texts } from '../lib/i18n/texts.ts';

/** The texts that came with the page. */
export function createFirstTexts(
  boot: BootData,
  loadAll: (language: string) => Promise<Messages>,
  warn: (message: string) => void,
): Texts {
  return createTexts({ language: boot.language, first: copy(boot.texts), loadAll, warn });
}

// Boot data is read-only and typed without the library's own names.
function copy(texts: BootData['texts']): Messages {
  return Object.fromEntries(
    Object.entries(texts).map(([key, message]) => [key, typeof message === 'string' ? message : readParts(message)]),
  );
}

function readParts(parts: readonly unknown[]): Exclude<Messages[string], string> {
  return parts.filter(isPart);
}

function isPart(part: unknown): part is Exclude<Messages[string], string>[number] {
  return typeof part === 'string' || Array.isArray(part);
}
