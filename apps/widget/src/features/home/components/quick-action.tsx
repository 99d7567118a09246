import type { ReactNode } from 'react';
import { follow } from '../../../parts/page/follow.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { IconName } from '../../../ui/icons/icon-names.ts';
import styles from '../home.module.css';

export interface QuickActionProps {
  icon: IconName;
  /** The first and most wanted one. */
  on?: boolean;
  href: string;
  onPress: () => void;
  children: ReactNode;
}

/** A tile with its name below. */
export function QuickAction({ icon, on, href, onPress, children }: QuickActionProps) {
  return (
    <a className={styles.action} href={href} onClick={follow(onPress)}>
      <span className={classNames(styles.tile, on && styles.on)}>
        <Icon name={icon} />
      </span>
      {children}
    </a>
  );
}
