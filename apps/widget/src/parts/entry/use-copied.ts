import { useRuntime, useTexts } from '../../platform/runtime.ts';

/** Reports that a text was copied, or that the browser refused. */
export function useCopied(): { onCopied: () => void; onRefused: () => void } {
  const { toasts } = useRuntime();
  const t = useTexts();
  return {
    onCopied: () => toasts.show({ text: t('tpl:order:copied') }),
    onRefused: () => toasts.show({ kind: 'error', text: t('tpl:order:copy_refused') }),
  };
}
