import { MiniButton } from './mini-button.tsx';
import { useCopy, type CopyOptions } from './use-copy.ts';

export interface CopyButtonProps extends CopyOptions {
  /** 'Copy order number'. */
  label: string;
}

export function CopyButton({ label, ...options }: CopyButtonProps) {
  const { isCopied, copy } = useCopy(options);
  return <MiniButton icon={isCopied ? 'check' : 'copy'} label={label} onClick={copy} />;
}
