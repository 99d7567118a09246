import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import styles from './link-button.module.css';

export interface LinkButtonProps extends ComponentProps<'button'> {
  icon?: IconName;
  /** Takes the colour and the size of the text around it, underlined: for a fix inside a message. */
  inline?: boolean;
  children: ReactNode;
}

export function LinkButton({ icon, inline, className, children, ...rest }: LinkButtonProps) {
  return (
    <button type="button" {...rest} className={classNames(inline ? styles.inline : styles.link, className)}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </button>
  );
}
