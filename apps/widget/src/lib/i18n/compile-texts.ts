import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';

/**
 * ICU messages to the form in which the page shows them. Only this file's parser knows the syntax; the first screen
 * does without it.
 */
export function compileTexts(texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessage(text)]));
}
