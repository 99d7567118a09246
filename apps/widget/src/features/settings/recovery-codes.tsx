import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { focusWhenShown } from '../../ui/feedback/focus-when-shown.ts';
import layout from '../../ui/layout/layout.module.css';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import text from '../../ui/layout/text.module.css';
import { useCopy } from '../../ui/buttons/use-copy.ts';
import styles from './two-factor.module.css';

/** The recovery codes for a lost phone, shown only here. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTexts();
  const { isCopied, copy } = useCopy({ text: codes.join('\n') });
  return (
    <div className={layout.main}>
      <div className={`${text.stackS} ${text.opening}`}>
        <h2 className={text.title} tabIndex={-1} ref={focusWhenShown}>
          {t('tpl:settings:2fa:codes_title')}
        </h2>
        <p className={text.lead}>{t('tpl:settings:2fa:codes_text')}</p>
      </div>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <QuietButton look="line" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {t('tpl:settings:2fa:copy_codes')}
      </QuietButton>
      <Callout type="warning" live={false}>
        {t('tpl:settings:2fa:codes_once')}
      </Callout>
      <Button big className={layout.push} onClick={onDone}>
        {t('tpl:settings:2fa:codes_kept')}
      </Button>
    </div>
  );
}
