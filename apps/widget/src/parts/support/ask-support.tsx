import { type AskedOrder, openSupport } from '../../platform/open-support.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';

/** The way to support, about an order where there is one. */
export function AskSupport({ order, label }: { order?: AskedOrder; label?: string }) {
  const runtime = useRuntime();
  const t = useTexts();
  return (
    <QuietButton look="line" icon="message-circle" onClick={() => openSupport(runtime, order)}>
      {label ?? t('tpl:order:ask_support')}
    </QuietButton>
  );
}
