import { Fragment, useId } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { classNames } from '../class-names.ts';
import styles from './code-field.module.css';
import { codeLength, nextCode } from './code-input-rules.ts';
import { FieldError } from './field-error.tsx';

export interface CodeFieldProps {
  /** The accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Called with every sixth character while not busy. */
  onComplete: (value: string) => void;
  /** The code is being checked: the boxes dim and take nothing. */
  busy?: boolean;
  error?: ReactNode;
  autoFocus?: boolean;
}

function keepCaretAtEnd(event: SyntheticEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const { length } = input.value;
  if (input.selectionStart !== length || input.selectionEnd !== length) input.setSelectionRange(length, length);
}

const places = [...Array(codeLength).keys()];

/** Six boxes, drawn under one real input, so that paste, one-time-code filling and screen readers meet one field. */
export function CodeField({ label, value, onChange, onComplete, busy, error, autoFocus }: CodeFieldProps) {
  const id = useId();
  function change(text: string): void {
    const code = nextCode(value, text, Boolean(error));
    if (busy || code === value) return;
    onChange(code);
    if (code.length === codeLength) onComplete(code);
  }
  return (
    <div>
      <div className={classNames(styles.otp, busy && styles.busy, Boolean(error) && styles.error)} dir="ltr">
        {places.map((place) => (
          <Fragment key={place}>
            {place === codeLength / 2 && <i aria-hidden="true" />}
            <span aria-hidden="true" className={classNames(place === value.length && styles.now)}>
              {value[place]}
            </span>
          </Fragment>
        ))}
        <input
          aria-label={label}
          autoComplete="one-time-code"
          inputMode="numeric"
          enterKeyHint="done"
          spellCheck={false}
          autoFocus={autoFocus}
          value={value}
          readOnly={busy}
          onChange={(event) => change(event.currentTarget.value)}
          onSelect={keepCaretAtEnd}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
      </div>
      {error && (
        <FieldError id={id} className={styles.message}>
          {error}
        </FieldError>
      )}
    </div>
  );
}
