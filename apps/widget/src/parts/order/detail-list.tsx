import type { ReactNode } from 'react';
import styles from './detail-list.module.css';

/** Takes DetailRows. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.kv}>{children}</dl>;
}
