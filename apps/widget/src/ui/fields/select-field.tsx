import { useId } from 'react';
import type { ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import { Icon } from '../icon.tsx';
import styles from './text-field.module.css';

export interface SelectFieldProps {
  label: ReactNode;
  name?: string;
  value: string;
  options: readonly { value: string; text: string }[];
  onChange: (value: string) => void;
  autoComplete?: string;
  hint?: ReactNode;
  error?: ReactNode;
}

/** One of many, as the platform's own list in the frame of a text field. */
export function SelectField({ label, value, options, onChange, hint, error, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {hint && <small>{hint}</small>}
      </div>
      <div className={styles.input} data-edge="" data-state={error ? 'error' : undefined}>
        <select
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="s" className={styles.fold} />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
