import { useEffect, useState } from 'react';

const tickFor = 2000;

export interface CopyOptions {
  text: string;
  /** Called when the text is on the clipboard: say so in a toast. */
  onCopied?: (() => void) | undefined;
  /** Called when the browser refuses, as in a frame without permission. */
  onRefused?: (() => void) | undefined;
}

/** Puts a text on the clipboard; `isCopied` stays on for a moment. */
export function useCopy({ text, onCopied, onRefused }: CopyOptions): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), tickFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      onRefused?.();
      return;
    }
    setCopied(true);
    onCopied?.();
  }
  return { isCopied, copy: () => void copy() };
}
