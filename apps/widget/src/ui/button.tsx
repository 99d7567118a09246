import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons/icon-names.ts';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** fill is the one primary action of a view. */
  variant?: 'fill' | 'soft' | 'line' | 'bare' | 'danger';
  size?: 'm' | 'big' | 's';
  icon?: IconName;
  /** Shows a spinner beside the text and refuses presses. */
  busy?: boolean;
  /** Refuses presses but keeps the focus, so that a keyboard or screen reader can find out why. */
  disabled?: boolean;
  /** Makes it a link that looks like a button. */
  href?: string;
  children: ReactNode;
}

export function Button({
  variant = 'fill',
  size = 'm',
  icon,
  busy,
  disabled,
  href,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const names = classNames(styles.btn, variant !== 'fill' && styles[variant], size !== 'm' && styles[size], className);
  const content = (
    <>
      {busy ? <Icon name="loader-circle" spin /> : icon && <Icon name={icon} />}
      {children}
    </>
  );
  if (href !== undefined) {
    return (
      <a className={names} href={href}>
        {content}
      </a>
    );
  }
  const refused = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      className={names}
      aria-disabled={refused || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (refused ? event.preventDefault() : onClick?.(event))}
    >
      {content}
    </button>
  );
}
