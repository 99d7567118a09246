import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import styles from './callout.module.css';

export type CalloutType = 'danger' | 'warning' | 'info' | 'success' | 'plain';

export interface CalloutProps {
  type?: CalloutType;
  icon?: IconName;
  /** The bold fact. */
  title?: ReactNode;
  /** One sentence, at most one link in it. */
  children?: ReactNode;
  /** A small button at the end, such as remove. */
  action?: ReactNode;
  /** Off for a callout that is part of the page from the start and is no news. */
  live?: boolean;
  className?: string;
}

const icons: Record<CalloutType, IconName> = {
  danger: 'circle-alert',
  warning: 'triangle-alert',
  info: 'info',
  success: 'gift',
  plain: 'info',
};

/** Only danger interrupts a screen reader; the other types wait for a pause. */
export function Callout({
  type = 'danger',
  icon = icons[type],
  title,
  children,
  action,
  live = true,
  className,
}: CalloutProps) {
  const role = type === 'danger' ? 'alert' : 'status';
  return (
    <div data-edge="" className={classNames(styles.callout, styles[type], className)} role={live ? role : undefined}>
      <Icon name={icon} className={styles.icon} />
      <div className={styles.text}>
        {title && <b>{title}</b>}
        {children && <p>{children}</p>}
      </div>
      {action}
    </div>
  );
}
