import { clockText } from '../../lib/format/clock-text.ts';
import { useTexts } from '../../shell/runtime.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/link-button.tsx';
import text from '../../ui/text.module.css';
import type { EmailCode } from './use-email-code.ts';

/** Another code, as soon as one may be asked for (4.8-04). */
export function ResendLine({ form }: { form: EmailCode }) {
  const t = useTexts();
  return (
    <div className={classNames(layout.row, text.s, text.line)}>
      <span className={text.quiet}>{t('tpl:verification:no_code')}</span>
      {form.secondsLeft > 0 ? (
        <span className={text.label}>{t('tpl:verification:again_in', { time: clockText(form.secondsLeft) })}</span>
      ) : (
        <LinkButton onClick={() => void form.send('')} disabled={form.isSending}>
          {t('tpl:verification:again')}
        </LinkButton>
      )}
    </div>
  );
}
