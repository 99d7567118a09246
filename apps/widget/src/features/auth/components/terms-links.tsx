import { useRuntime, useTexts } from '../../../shell/runtime.ts';
import styles from './terms-links.module.css';

/** What one agrees to, in a window of its own, so that nothing entered is lost; where the operator has pages for it. */
export function TermsLinks() {
  const { termsUrl, privacyUrl } = useRuntime().boot.brand;
  const t = useTexts();
  if (termsUrl === undefined && privacyUrl === undefined) return null;
  return (
    <p className={styles.links}>
      {termsUrl && (
        <a href={termsUrl} target="_blank" rel="noreferrer">
          {t('tpl:auth:terms_page')}
        </a>
      )}
      {privacyUrl && (
        <a href={privacyUrl} target="_blank" rel="noreferrer">
          {t('tpl:auth:terms_privacy')}
        </a>
      )}
    </p>
  );
}
