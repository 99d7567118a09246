import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** The mark with its right half dashed: one bank is not there yet. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 72 72" aria-hidden="true">
        <path
          d="M31 11v15a2 2 0 0 0 2 2h6v16h-6a2 2 0 0 0-2 2v15a3 3 0 0 1-3.6 2.9 28.5 28.5 0 0 1 0-55.8A3 3 0 0 1 31 11z"
          fill="currentColor"
          opacity=".16"
        />
        <path
          d="M41 11a3 3 0 0 1 3.6-2.9 28.5 28.5 0 0 1 0 55.8A3 3 0 0 1 41 61z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeDasharray="4 5"
        />
      </svg>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}
