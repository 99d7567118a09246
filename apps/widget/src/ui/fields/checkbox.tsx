import { useContext, useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';
import { MissingFault } from './text-field.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked'> {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: ReactNode;
  /** What its form says while it has to be ticked and its button was pressed before. */
  missing?: ReactNode;
  children: ReactNode;
}

export function Checkbox({ checked, onChange, error: given, missing, className, children, ...rest }: CheckboxProps) {
  const id = useId();
  const isAsked = useContext(MissingFault) !== undefined;
  const error = given || (isAsked && !checked && missing);
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
