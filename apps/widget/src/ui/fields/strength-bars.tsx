import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './strength-bars.module.css';

export interface StrengthBarsProps {
  /** 0 to 4. */
  strength: number;
  /** The text for it: colour and bars are not the only signal. */
  children: ReactNode;
}

export function StrengthBars({ strength, children }: StrengthBarsProps) {
  const tone = strength < 2 ? styles.weak : strength < 3 ? styles.fair : styles.good;
  return (
    <div className={styles.row}>
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} className={classNames(styles.bar, bar <= strength && tone)} />
      ))}
      <span className={styles.word} role="status">
        {children}
      </span>
    </div>
  );
}
