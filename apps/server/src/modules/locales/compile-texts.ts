import type { CompiledMessage } from '@causeway/contract/boot/boot-data';
import type { Language } from '@causeway/domain/languages/languages';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { getCatalogue } from './catalogues.ts';

const compiled = new Map<string, CompiledMessage>();

/** Texts in the compiled form of Lingui, for a page that must not bring a parser. Unknown keys are left out. */
export function compileTexts(language: Language, keys: readonly string[]): Record<string, CompiledMessage> {
  const { public: messages } = getCatalogue(language);
  const result: Record<string, CompiledMessage> = {};
  for (const key of keys) {
    const message = messages[key];
    if (message !== undefined) result[key] = compileOnce(message);
  }
  return result;
}

function compileOnce(message: string): CompiledMessage {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  // Most have nothing to parse, which takes a tenth of a millisecond each.
  const fresh = /[{']/.test(message) ? compileMessageOrThrow(message) : [message];
  compiled.set(message, fresh);
  return fresh;
}
