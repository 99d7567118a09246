import { useTexts } from '../../platform/runtime.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import layout from '../../ui/layout.module.css';
import { Note } from '../../ui/note.tsx';
import { QuietButton } from '../../ui/quiet-button.tsx';
import text from '../../ui/text.module.css';
import { CancelButton } from './components/cancel-button.tsx';
import type { PaymentParts } from './payment-parts.ts';

/** A payment that nobody understands is a system error: nothing was charged, and there are ways out. */
export function BrokenScreen({ summary, onCancel, again, supportUrl }: PaymentParts & { supportUrl: string }) {
  const t = useTexts();
  return (
    <div className={layout.main}>
      {summary}
      <Note title={t('tpl:common:error:system')}>{t('tpl:payment:broken_text')}</Note>
      <div className={`${text.stackS} ${layout.push}`}>
        <QuietButton look="line" onClick={again}>
          {t('tpl:common:try_again')}
        </QuietButton>
        <ButtonLink look="line" icon="message-circle" href={supportUrl} target="_blank" rel="noreferrer">
          {t('tpl:order:ask_support')}
        </ButtonLink>
        <CancelButton onCancel={onCancel} />
      </div>
    </div>
  );
}
