import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import styles from './mini-button.module.css';

export interface MiniButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName;
  /** The accessible name: what pressing does. */
  label: string;
}

/** 28 px beside a line of text; its touch area is 44 px. */
export function MiniButton({ icon, label, className, ...rest }: MiniButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(styles.mini, className)} aria-label={label}>
      <Icon name={icon} size="s" />
    </button>
  );
}
