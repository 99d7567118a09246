import type { ReactNode } from 'react';
import styles from './countdown-ring.module.css';

export interface CountdownRingProps {
  /** Seconds left, and of the whole time. */
  left: number;
  period: number;
  /** 'Rate held for 14:32' */
  title: ReactNode;
  /** What follows when it is over. */
  text?: ReactNode;
}

/** The remaining time, as a ring beside its text. */
export function CountdownRing({ left, period, title, text }: CountdownRingProps) {
  const share = Math.max(0, Math.min(100, Math.round((left / Math.max(1, period)) * 100)));
  const style: Record<string, string> = { '--p': String(share) };
  return (
    <div className={styles.row}>
      <svg className={styles.ring} viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="19" pathLength="100" />
        {share > 0 && <circle cx="22" cy="22" r="19" pathLength="100" style={style} />}
      </svg>
      <div>
        <p className={styles.title}>{title}</p>
        {text && <p className={styles.text}>{text}</p>}
      </div>
    </div>
  );
}
