import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import styles from './pill.module.css';

export interface PillProps {
  /** `solid` looks like the button that it stands for, in a row that is pressed as a whole. */
  tone?: 'plain' | 'ok' | 'warn' | 'bad' | 'accent' | 'solid';
  icon?: IconName;
  /** Announces a change of its text. */
  live?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function Pill({ tone = 'plain', icon, live, className, children }: PillProps) {
  return (
    <span
      className={classNames(styles.pill, styles[tone], className)}
      role={live ? 'status' : undefined}
      data-tone={tone}
    >
      {icon && <Icon name={icon} className={styles.icon} />}
      {children}
    </span>
  );
}
