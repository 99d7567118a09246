import { type BadgeCurrency, CurrencyBadge } from './currency-badge.tsx';
import styles from './pair-badge.module.css';

/** The pay-in, and over it the payout. Decorative: the codes must be beside it. */
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
