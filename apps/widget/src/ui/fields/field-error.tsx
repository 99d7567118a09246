import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field-error.module.css';
import { Icon } from '../icon.tsx';

export interface FieldErrorProps {
  /** The field names this id in aria-describedby. */
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * The fault of one field and what is accepted. Show it through useSettled with dangerDelay, so that it does not flicker
 * while typing.
 */
export function FieldError({ id, className, children }: FieldErrorProps) {
  return (
    <p className={classNames(styles.err, className)} id={id} role="alert">
      <Icon name="circle-alert" size="s" className={styles.icon} />
      <span>{children}</span>
    </p>
  );
}
