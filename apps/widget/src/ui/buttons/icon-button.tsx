import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import styles from './icon-button.module.css';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** The accessible name: what pressing does. */
  label: string;
  flip?: boolean;
  /** A red dot, for unread news; the label must say it too. */
  dot?: boolean;
}

export function IconButton({ icon, label, flip = false, dot, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.btn, className)} aria-label={label}>
      <Icon name={icon} flip={flip} />
      {dot && <span className={styles.dot} />}
    </button>
  );
}
