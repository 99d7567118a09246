import { useTexts } from '../../../platform/runtime.ts';
import { QuietButton } from '../../../ui/buttons/quiet-button.tsx';

/** The link that cancels an unpaid order. */
export function CancelButton({ onCancel }: { onCancel?: (() => void) | undefined }) {
  const t = useTexts();
  if (!onCancel) return null;
  return (
    <QuietButton look="danger" onClick={onCancel}>
      {t('tpl:order:cancel')}
    </QuietButton>
  );
}
