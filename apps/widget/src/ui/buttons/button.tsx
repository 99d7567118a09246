import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** 54 px high, for the primary action of a screen. */
  big?: boolean;
  icon?: IconName;
  /** Shows a spinner beside the text and refuses presses. */
  busy?: boolean | undefined;
  /** Refuses presses but keeps the focus, so that a keyboard or a screen reader can find out why. */
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** The one filled button of a view. Every other look is a QuietButton. */
export function Button({ big, icon, busy, disabled, className, children, onClick, ...rest }: ButtonProps) {
  const refused = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      data-edge=""
      className={classNames(styles.btn, big && styles.big, className)}
      aria-disabled={refused || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (refused ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Icon name="loader-circle" spin /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
