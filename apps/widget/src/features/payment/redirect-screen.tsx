import { useEffect } from 'react';
import { BrandMark } from '../../parts/brand-mark.tsx';
import { useTexts } from '../../shell/runtime.ts';
import layout from '../../ui/layout.module.css';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import text from '../../ui/text.module.css';
import styles from './redirect-screen.module.css';

/** Milliseconds the way out is shown before it is taken. */
const shownFor = 900;

export interface RedirectScreenProps {
  url: string;
  /** '250 EUR' */
  amount: string;
  onLeave: () => void;
}

/** The last sight before the payment page. */
export function RedirectScreen({ url, amount, onLeave }: RedirectScreenProps) {
  const t = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => {
      onLeave();
      location.assign(url);
    }, shownFor);
    return () => clearTimeout(timer);
  }, [url]);
  return (
    <div className={`${layout.main} ${styles.middle}`}>
      <BrandMark className={styles.mark} />
      <h1 className={text.title}>{t('tpl:payment:redirect_title')}</h1>
      <p className={text.lead}>{t('tpl:payment:redirect_text', { amount })}</p>
      <ProgressBar label={t('tpl:payment:redirect_bar')} className={styles.bar} />
      <a className={styles.link} href={url} onClick={onLeave}>
        {t('tpl:payment:redirect_link')}
      </a>
    </div>
  );
}
