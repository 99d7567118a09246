import type { Order } from '@causeway/contract/shapes/order';
import { useEffect, useEffectEvent, useState } from 'react';
import { BrandMark } from '../../parts/page/brand-mark.tsx';
import { keepMode, leaveTab } from '../../platform/open-outside.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import layout from '../../ui/layout/layout.module.css';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { StrongValue } from '../../ui/layout/strong-value.tsx';
import text from '../../ui/layout/text.module.css';
import styles from './redirect-screen.module.css';

/** Milliseconds that the screen is shown before the redirect. */
const shownFor = 900;

export interface RedirectScreenProps {
  url: string;
  order: Order;
  /** '250 EUR' */
  amount: string;
  /** The page is left, or a wallet of this device can pay here. */
  onLeave: () => void;
}

/** The last screen before the payment page. */
export function RedirectScreen({ url, order, amount, onLeave }: RedirectScreenProps) {
  const t = useTexts();
  const { tab } = useRuntime();
  const leave = useEffectEvent(onLeave);
  useReadyWallet(order, onLeave);
  useEffect(() => {
    const timer = setTimeout(() => leaveTab({ tab }, url), shownFor);
    // A payer who comes back with the browser's own arrow finds the payment waiting, not a page that leaves again.
    const gone = () => leave();
    window.addEventListener('pagehide', gone);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', gone);
    };
  }, [url, tab]);
  return (
    <div className={`${layout.main} ${styles.middle}`}>
      <BrandMark className={styles.mark} />
      <h1 className={text.title}>{t('tpl:payment:redirect_title')}</h1>
      <p className={text.lead}>
        <StrongValue sentence={t('tpl:payment:redirect_text', { amount })} value={amount} />
      </p>
      <ProgressBar label={t('tpl:payment:redirect_bar')} className={styles.bar} />
      <a className={styles.link} href={url} onClick={() => keepMode({ tab }, location.search)}>
        {t('tpl:payment:redirect_link')}
      </a>
    </div>
  );
}

/** A wallet with a card in it is quicker than any page: the payment stays here. */
function useReadyWallet(order: Order, onFound: () => void): void {
  const { api } = useRuntime();
  const found = useEffectEvent(onFound);
  const [first] = useState(order);
  useEffect(() => {
    if (!first.purchaseParamsPayin.wallets?.length) return undefined;
    let isOver = false;
    import('./wallet/wallet-sheets.ts')
      .then(async ({ sheetsOf }) => sheetsOf(api, first))
      .then((sheets) => {
        if (!isOver && sheets.some(({ isReady }) => isReady)) found();
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [api, first]);
}
