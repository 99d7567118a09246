import { useContext, useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { FieldError } from './field-error.tsx';
import { Icon } from '../icon.tsx';
import { MissingFault } from './text-field.tsx';
import styles from './text-field.module.css';

type AreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>;

export interface TextAreaFieldProps extends AreaProps {
  label: ReactNode;
  value: string;
  /** Line breaks are taken out, unless it is prose: the field wraps one long value, such as an address. */
  onChange: (value: string) => void;
  help?: ReactNode;
  error?: ReactNode;
  /** As of a text field. */
  missing?: boolean;
  /** Turns the help green with a tick. */
  ok?: boolean;
  action?: ReactNode;
  /** A text that somebody writes. */
  prose?: boolean;
}

const someLines = { style: { minBlockSize: '132px' } } as const;
const oneValue = { spellCheck: false, autoCapitalize: 'off', dir: 'ltr' } as const;

/** One long value on several lines, left to right in any language; or a text. */
export function TextAreaField({
  label,
  value,
  onChange,
  help,
  error: given,
  missing,
  ok,
  action,
  prose = false,
  id,
  ...rest
}: TextAreaFieldProps) {
  const fault = useContext(MissingFault);
  const error = given || (missing && fault);
  const own = useId();
  const area = id ?? own;
  const description = error ? `${area}-error` : help ? `${area}-help` : undefined;
  const read = (typed: string) => (prose ? typed : typed.replaceAll(/\s*[\r\n]+\s*/g, ''));
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={area}>{label}</label>
      </div>
      <div className={styles.input} data-edge="" data-state={error ? 'error' : undefined}>
        <textarea
          rows={2}
          autoComplete="off"
          {...(prose ? someLines : oneValue)}
          {...rest}
          id={area}
          value={value}
          onChange={(event) => onChange(read(event.currentTarget.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={description}
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
