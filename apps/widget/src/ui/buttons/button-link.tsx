import type { ComponentProps, ReactNode } from 'react';
import button from './button.module.css';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import quiet from './quiet-button.module.css';

export interface ButtonLinkProps extends ComponentProps<'a'> {
  href: string;
  look?: 'fill' | 'soft' | 'line' | 'bare';
  big?: boolean;
  icon?: IconName;
  children: ReactNode;
}

/** A link that looks like a button: for places, not for actions. */
export function ButtonLink({ look = 'fill', big, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      {...rest}
      data-edge=""
      className={classNames(button.btn, look !== 'fill' && quiet[look], big && button.big, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
