import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';

/** Texts as the server sends them. */
export function compileTexts(texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]));
}
