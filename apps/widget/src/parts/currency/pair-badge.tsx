import { type BadgeCurrency, CurrencyBadge } from './currency-badge.tsx';
import styles from './pair-badge.module.css';

/** What was paid, and over it what was got. Decorative: the codes must stand beside it. */
export function PairBadge({ payin, payout }: { payin: BadgeCurrency; payout: BadgeCurrency }) {
  return (
    <span className={styles.pair}>
      <CurrencyBadge currency={payin} size={26} />
      <span className={styles.over}>
        <CurrencyBadge currency={payout} size={26} />
      </span>
    </span>
  );
}
