import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';

/**
 * ICU messages to the form in which the page shows them. Only this file's parser knows the syntax; the first screen
 * does without it. Each is parsed when it is first shown: all at once would hold a slow phone for half a second.
 */
export function compileTexts(texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {};
  for (const [key, text] of Object.entries(texts))
    if (/[{']/.test(text)) compileWhenShown(compiled, key, text);
    else compiled[key] = [text];
  return compiled;
}

function compileWhenShown(compiled: Record<string, CompiledMessage>, key: string, text: string): void {
  const shared = { configurable: true, enumerable: true };
  Object.defineProperty(compiled, key, {
    ...shared,
    get() {
      const value = compileMessage(text);
      Object.defineProperty(compiled, key, { ...shared, value });
      return value;
    },
  });
}
