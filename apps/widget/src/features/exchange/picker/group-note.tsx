import type { GroupNoteProps } from '../../../parts/group-step.tsx';
import { useTexts } from '../../../platform/runtime.ts';
import { Note } from '../../../ui/note.tsx';
import text from '../../../ui/text.module.css';

/** What to know before a choice: the limits of a payment method, the danger of a wrong network. */
export function GroupNote({ currency, group }: GroupNoteProps) {
  const t = useTexts();
  if (currency.isCrypto)
    return (
      <Note type="warning" title={t('tpl:picker:match_title')} live={false}>
        {t('tpl:picker:match_text')}
      </Note>
    );
  if (!group.limits) return null;
  return (
    <p className={`${text.s} ${text.muted}`}>{t('tpl:picker:limits', { range: group.limits, group: group.id })}</p>
  );
}
