import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { type BadgeCurrency, CurrencyBadge } from '../currency/currency-badge.tsx';
import styles from './purchase-summary.module.css';

interface PurchaseSummaryProps {
  payin: { currency: BadgeCurrency; text: string };
  payout: { currency: BadgeCurrency; text: string };
  /** '250 EUR for 0.00412560 BTC': the line as a sentence. */
  label: string;
  /** What the coins of it are worth. */
  worth: string;
}

// scrollWidth would let the text run into the padding.
function overflows(row: HTMLElement): boolean {
  const { paddingLeft, paddingRight } = getComputedStyle(row);
  const room = row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const content = document.createRange();
  content.selectNodeContents(row);
  return content.getBoundingClientRect().width > room;
}

function fit(row: HTMLElement): void {
  row.removeAttribute('data-bare');
  const { size, badges } = fitSummary((px) => {
    row.style.setProperty('--cw-sum-size', `${px}px`);
    return !overflows(row);
  });
  row.style.setProperty('--cw-sum-size', `${size}px`);
  if (!badges) row.setAttribute('data-bare', '');
}

/** One line on every step after the exchange, for any amounts: it is measured and its font lowered until it fits. */
export function PurchaseSummary({ payin, payout, label, worth }: PurchaseSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    fit(row);
    let fitted = row.clientWidth;
    const watcher = new ResizeObserver(() => {
      if (row.clientWidth === fitted) return;
      fitted = row.clientWidth;
      fit(row);
    });
    watcher.observe(row);
    if (document.fonts.status === 'loading') void document.fonts.ready.then(() => fit(row));
    return () => watcher.disconnect();
  }, [payin.text, payout.text]);
  return (
    <div>
      <div ref={ref} className={styles.sum} role="group" aria-label={label}>
        <CurrencyBadge currency={payin.currency} size={20} />
        <span className="num">{payin.text}</span>
        <Icon name="arrow-right" size="s" flip className={styles.arrow} />
        <CurrencyBadge currency={payout.currency} size={20} />
        <span className="num">{payout.text}</span>
      </div>
      {worth !== '' && <p className={`num ${styles.worth}`}>{worth}</p>}
    </div>
  );
}

const largestSummary = 14;
const smallestSummary = 8;
const step = 0.5;

interface SummaryFit {
  size: number;
  badges: boolean;
}

/**
 * The largest font from 14 down to 8 px by .5 that fits on the line. When 8 px with badges does not fit, the badges are
 * dropped and 8 px stays.
 */
export function fitSummary(fits: (size: number) => boolean): SummaryFit {
  for (let size = largestSummary; size >= smallestSummary; size -= step) {
    if (fits(size)) return { size, badges: true };
  }
  return { size: smallestSummary, badges: false };
}
