import { useId } from 'react';
import type { ReactNode } from 'react';
import { amountPlaceholder, unknownPrecision } from './amount-input-rules.ts';
import styles from './amount-field.module.css';
import { classNames } from '../../class-names.ts';
import { FieldError } from '../field-error.tsx';
import { Skeleton } from '../../feedback/skeleton.tsx';
import { useAmountInput } from './use-amount-input.ts';

export interface AmountFieldProps {
  id?: string;
  name?: string;
  label: ReactNode;
  /** Decimal text with a dot and no grouping, or empty. */
  value: string;
  /** The value as it is written, where it has more decimals than a person reads. */
  shown?: string | undefined;
  onChange: (value: string) => void;
  /** Decimals of the currency; 2 while it is unknown. */
  precision?: number | undefined;
  /** The calculated side has the accent tint. */
  calculated?: boolean;
  /** Shows a skeleton for the number; typing still works. */
  loading?: boolean;
  disabled?: boolean;
  /** Shows an amount that cannot be typed. */
  readOnly?: boolean;
  /** What is wrong, with a one-tap fix inside. */
  error?: ReactNode;
  /** End of the label row: the balance shortcut or the expected time. */
  aside?: ReactNode;
  /** The currency selector. */
  children: ReactNode;
}

// A dot is half as wide as a figure.
function figures(text: string): number {
  return Math.max(text.length - (text.includes('.') ? 0.5 : 0), 1);
}

export function AmountField(props: AmountFieldProps) {
  const {
    label,
    value,
    shown = value,
    precision = unknownPrecision,
    calculated,
    loading,
    disabled,
    error,
    aside,
    children,
  } = props;
  const own = useId();
  const id = props.id ?? own;
  const ref = useAmountInput(shown, precision, props.onChange);
  const placeholder = amountPlaceholder(precision);
  const size: Record<string, number> = { '--n': figures(shown || placeholder) };
  return (
    <div
      data-edge=""
      className={classNames(
        styles.amount,
        calculated && styles.out,
        loading && styles.loading,
        disabled && styles.off,
        Boolean(error) && styles.error,
      )}
      aria-busy={loading || undefined}
      onPointerDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        ref.current?.focus();
      }}
    >
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={styles.number}>
        <input
          ref={ref}
          id={id}
          name={props.name}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          defaultValue={shown}
          placeholder={placeholder}
          title={value.length > 12 ? value : undefined}
          style={size}
          disabled={disabled}
          readOnly={props.readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {loading && <Skeleton width="150px" height="28px" className={styles.skeleton} />}
      </div>
      {children}
      {error && (
        <FieldError id={`${id}-error`} className={styles.message}>
          {error}
        </FieldError>
      )}
    </div>
  );
}
