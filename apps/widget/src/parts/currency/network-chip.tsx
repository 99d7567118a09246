import { badgeInk } from './currency-badge.tsx';
import styles from './network-chip.module.css';

export interface NetworkChipProps {
  name: string;
  /** '#rrggbb' */
  color: string;
}

/** The first letter of a network at the lower end corner of a badge: pass it to the badge as its child. */
export function NetworkChip({ name, color }: NetworkChipProps) {
  return (
    <span className={styles.net} style={{ background: color, color: badgeInk(color) }}>
      {name.slice(0, 1)}
    </span>
  );
}
