import { useTexts } from '../../platform/runtime.ts';
import { QuietButton } from '../../ui/buttons/quiet-button.tsx';
import { useCopy } from '../../ui/buttons/use-copy.ts';
import styles from './two-factor.module.css';

/** The key for a client who cannot scan: readable in groups, copied without spaces. */
export function SetUpKey({ keyNice, value }: { keyNice: string; value: string }) {
  const t = useTexts();
  const { isCopied, copy } = useCopy({ text: value });
  return (
    <div className={styles.setUp}>
      <p className={styles.key} dir="ltr">
        <span className="vh">{t('tpl:settings:2fa:key')}</span> {keyNice}
      </p>
      <QuietButton small look="line" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
        {t('tpl:settings:2fa:copy_key')}
      </QuietButton>
    </div>
  );
}
