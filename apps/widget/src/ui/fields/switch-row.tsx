import type { ReactNode } from 'react';
import styles from './switch-row.module.css';

export interface SwitchRowProps {
  isOn: boolean;
  /** It is being saved: a tap does nothing. */
  busy?: boolean;
  onTurn: (isOn: boolean) => void;
  children: ReactNode;
}

/** A row that is on or off, and takes effect as it is turned. */
export function SwitchRow({ isOn, busy, onTurn, children }: SwitchRowProps) {
  return (
    <label className={styles.row}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-busy={busy || undefined}
        onChange={(event) => !busy && onTurn(event.currentTarget.checked)}
      />
    </label>
  );
}
