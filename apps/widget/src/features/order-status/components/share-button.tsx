import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { QuietButton } from '../../../ui/quiet-button.tsx';

/** Shares the public page of an order, which shows nothing personal: by the device's own sheet, else by the clipboard. */
export function ShareButton({ niceId }: { niceId: string }) {
  const { toasts } = useRuntime();
  const t = useTexts();
  const url = new URL(`/order-status/${niceId}`, location.origin).href;

  async function share(): Promise<void> {
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ url });
      await navigator.clipboard.writeText(url);
      toasts.show({ text: t('tpl:order:link_copied') });
    } catch (error) {
      // Closing the sheet is an answer too.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toasts.show({ kind: 'error', text: t('tpl:order:copy_refused') });
    }
  }

  return (
    <QuietButton look="line" icon="share-2" onClick={() => void share()}>
      {t('tpl:order:share')}
    </QuietButton>
  );
}
