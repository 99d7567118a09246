import type { ReactNode, Ref } from 'react';
import styles from './disclosure.module.css';
import { Icon } from '../icon.tsx';

export interface DisclosureProps {
  ref?: Ref<HTMLDetailsElement>;
  title: ReactNode;
  /** Shown at the end of the closed line, such as a total. */
  value?: ReactNode;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
}

export function Disclosure({ ref, title, value, open, onToggle, children }: DisclosureProps) {
  return (
    <details
      ref={ref}
      data-edge=""
      className={styles.fees}
      open={open}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>
        <span>{title}</span>
        <span className={styles.value}>{value}</span>
        <Icon name="chevron-down" size="s" className={styles.chevron} />
      </summary>
      {children}
    </details>
  );
}
