import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';
import { Icon } from '../icon.tsx';
import styles from './text-field.module.css';

type AreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>;

export interface TextAreaFieldProps extends AreaProps {
  label: ReactNode;
  value: string;
  /** Line breaks are taken out: the field wraps one long value, such as an address. */
  onChange: (value: string) => void;
  help?: ReactNode;
  error?: ReactNode;
  /** Turns the help green with a tick. */
  ok?: boolean;
  action?: ReactNode;
}

/** One long value on several lines, left to right in any language. */
export function TextAreaField({ label, value, onChange, help, error, ok, action, id, ...rest }: TextAreaFieldProps) {
  const own = useId();
  const area = id ?? own;
  const note = error ? `${area}-error` : help ? `${area}-help` : undefined;
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={area}>{label}</label>
      </div>
      <div className={styles.input} data-edge="" data-state={error ? 'error' : undefined}>
        <textarea
          rows={2}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          dir="ltr"
          {...rest}
          id={area}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*[\r\n]+\s*/g, ''))}
          aria-invalid={error ? true : undefined}
          aria-describedby={note}
        />
        {action}
      </div>
      {error ? (
        <FieldError id={`${area}-error`}>{error}</FieldError>
      ) : (
        help && (
          <p className={classNames(styles.help, ok && styles.good)} id={`${area}-help`}>
            {ok && <Icon name="circle-check" size="s" />}
            {help}
          </p>
        )
      )}
    </div>
  );
}
