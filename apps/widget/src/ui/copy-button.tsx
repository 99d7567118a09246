import { useEffect, useState } from 'react';
import { MiniButton } from './mini-button.tsx';

export interface CopyButtonProps {
  text: string;
  /** 'Copy order number'. */
  label: string;
  /** Called when the text is on the clipboard: say so in a toast. */
  onCopied?: () => void;
  /** Called when the browser refuses, as in a frame without permission. */
  onRefused?: () => void;
}

const tickFor = 2000;

export function CopyButton({ text, label, onCopied, onRefused }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), tickFor);
    return () => clearTimeout(timer);
  }, [copied]);
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
  return <MiniButton icon={copied ? 'check' : 'copy'} label={label} onClick={() => void copy()} />;
}
