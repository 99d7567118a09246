import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
  children: ReactNode;
}

export function Checkbox({ checked, onChange, error, className, children, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className={classNames(styles.check, Boolean(error) && styles.wrong)}>
        <input
          {...rest}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {error && (
        <FieldError id={id} className={styles.error}>
          {error}
        </FieldError>
      )}
    </div>
  );
}
