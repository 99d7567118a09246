import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';

/** ICU messages to what the page shows them with. Only the parser of this file knows the syntax; the first screen does without it. */
export function compileTexts(texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]));
}
