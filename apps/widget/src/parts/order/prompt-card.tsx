import type { ReactNode } from 'react';
import { Card } from '../../ui/layout/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './prompt-card.module.css';

export interface PromptCardProps {
  /** What is to be done. */
  title: ReactNode;
  /** Why, in a sentence. */
  children: ReactNode;
  /** The one button, with whatever else is an answer. */
  action?: ReactNode;
  /** 'Held for you until 16:40'. */
  deadline?: ReactNode;
}

/** The amber card that means "act now": what, why, one button and until when. */
export function PromptCard({ title, children, action, deadline }: PromptCardProps) {
  return (
    <Card kind="act">
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
      {deadline && (
        <p className={styles.deadline}>
          <Icon name="timer" size="s" />
          <span>{deadline}</span>
        </p>
      )}
    </Card>
  );
}
