import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import text from '../../../ui/layout/text.module.css';
import styles from '../transactions.module.css';

/** A page with nothing on it yet, in its middle. */
export function NoRows({ title, children, action }: { title: string; children: string; action?: ReactNode }) {
  return (
    <div className={styles.middle}>
      <EmptyState
        title={<span className={text.title}>{title}</span>}
        action={action && <div className={styles.action}>{action}</div>}
      >
        <span className={styles.lead}>{children}</span>
      </EmptyState>
    </div>
  );
}
