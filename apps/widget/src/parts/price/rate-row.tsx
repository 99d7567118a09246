import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './rate-row.module.css';

export interface RateRowProps {
  /** Absent when the direction cannot be switched: a plain arrow replaces it. */
  swap?: { label: string; onSwap: () => void } | undefined;
  /**
   * Seconds until the next price and of the whole period: the ring round the button or the arrow. Absent with a fixed
   * rate.
   */
  ring?: { left: number; period: number } | undefined;
  /** '1 BTC =' and '58 214.60 EUR': the line breaks only between them. Absent while the price loads. */
  rate?: { left: ReactNode; right: ReactNode } | undefined;
  /** No rate is coming: there is no placeholder for it. */
  empty?: boolean;
  /** 'Updates in 20 s' or 'Locked for 10 min'. */
  caption?: ReactNode;
  /** The rate toggle, when shown. */
  children?: ReactNode;
}

export function RateRow({ swap, ring, rate, empty, caption, children }: RateRowProps) {
  const share: Record<string, string> | undefined = ring && {
    '--p': `${Math.round((ring.left / ring.period) * 100)}%`,
  };
  const look = { className: styles.btn, 'data-ring': ring && '', style: share };
  return (
    <div className={styles.row}>
      {swap ? (
        <button {...look} type="button" aria-label={swap.label} data-edge="" onClick={swap.onSwap}>
          <Icon name="arrow-down-up" />
        </button>
      ) : (
        <span {...look}>
          <Icon name="arrow-down" />
        </span>
      )}
      <p className={styles.rate}>
        {rate ? (
          // Opens the past of the price, by a listener that comes after the first screen.
          <button type="button" aria-describedby="more" className={styles.pair}>
            <span className="num">{rate.left}</span> <span className="num">{rate.right}</span>
          </button>
        ) : (
          !empty && (
            <>
              <Skeleton width="132px" height="12px" className={styles.skeleton} />
              <Skeleton width="84px" height="10px" />
            </>
          )
        )}
        {rate && caption && <small>{caption}</small>}
      </p>
      {children}
    </div>
  );
}
