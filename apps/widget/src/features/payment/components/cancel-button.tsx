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

/** The way on while money is under way: the order is found again in the list. */
export function ListButton({ onList }: { onList?: (() => void) | undefined }) {
  const t = useTexts();
  if (!onList) return null;
  return (
    <QuietButton look="bare" onClick={onList}>
      {t('tpl:order:list')}
    </QuietButton>
  );
}
