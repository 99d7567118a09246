import { type ReactNode, type RefObject, useId, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './amount-field.module.css';
import { classNames } from '../../class-names.ts';
import { FieldError } from '../field-error.tsx';
import { Skeleton } from '../../feedback/skeleton.tsx';

export interface AmountFieldProps {
  id?: string;
  name?: string;
  label: ReactNode;
  /** Decimal text with a dot and no grouping, or empty. */
  value: string;
  /** The value as it is written, where it has more decimals than a person reads. */
  shown?: string | undefined;
  onChange: (value: string) => void;
  /** The decimal mark that the field shows; a dot when left out. */
  mark?: string | undefined;
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
    mark = '.',
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
  const ref = useAmountInput(shown, precision, mark, props.onChange);
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
          defaultValue={withMark(shown, mark)}
          placeholder={withMark(placeholder, mark)}
          title={value.length > 12 ? withMark(value, mark) : undefined}
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

const withMark = (text: string, mark: string): string => text.replace('.', mark);
const withDot = (text: string, mark: string): string => text.replace(mark, '.');

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function write(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

function guard(input: HTMLInputElement, event: InputEvent, precision: number, mark: string): void {
  const text = event.data ?? event.dataTransfer?.getData('text/plain');
  if (!event.inputType.startsWith('insert') || event.inputType === 'insertLineBreak' || text === undefined) return;
  const before = withDot(input.value.slice(0, input.selectionStart ?? 0), mark);
  const after = withDot(input.value.slice(input.selectionEnd ?? 0), mark);
  const taken =
    text.length === 1
      ? typeIntoAmount(before, text, after, precision)
      : pasteIntoAmount(before, text, after, precision);
  const written = taken && withMark(taken, mark);
  if (written === text) return;
  event.preventDefault();
  if (written !== undefined) write(input, written);
}

/**
 * The amount rules on one real input. The input is uncontrolled, so the caret never jumps and text typed before
 * hydration is kept: it is reported on mount. A value that comes from outside is written into the input when it differs
 * from what was reported last.
 */
function useAmountInput(
  value: string,
  precision: number,
  mark: string,
  onChange: (value: string) => void,
): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  const latest = useRef({ precision, mark, onChange });
  useBeforePaint(() => {
    if (!ref.current || (value === known.current && mark === latest.current.mark)) return;
    known.current = value;
    ref.current.value = withMark(value, mark);
  }, [value, mark]);
  useBeforePaint(() => {
    latest.current = { precision, mark, onChange };
  });

  useEffect(() => {
    const input = ref.current;
    if (!input) return undefined;
    const reporter = amountReporter((next) => {
      known.current = next;
      latest.current.onChange(next);
    });
    const settle = (deleted: boolean) => {
      const now = latest.current;
      const text = settleAmount(withDot(input.value, now.mark), known.current, now.precision);
      const written = withMark(text, now.mark);
      if (written !== input.value) input.value = written;
      reporter.change(text, deleted);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    const listen = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      input.addEventListener(type, act, { signal });
    listen('keydown', (e) => !isAmountKey(e.key, e.ctrlKey || e.metaKey || e.altKey) && e.preventDefault());
    listen('beforeinput', (e) => guard(input, e, latest.current.precision, latest.current.mark));
    // A composition would break off if its text was written over: it is settled when it ends.
    listen('input', (e) => {
      const typed = e instanceof InputEvent ? e : undefined;
      if (!typed?.isComposing) settle(typed?.inputType.startsWith('delete') ?? false);
    });
    listen('compositionend', () => settle(false));
    listen('blur', reporter.flush);
    // A composition that began before the page answered goes on.
    const isComposing = document.documentElement.dataset['composing'] === 'true';
    if (withDot(input.value, latest.current.mark) !== known.current && !isComposing) settle(false);
    return () => listeners.abort();
  }, []);
  return ref;
}

interface AmountReporter {
  /** Reports a change: at once when something was written, after the delay when something was deleted. */
  change: (value: string, deleted: boolean) => void;
  /** Reports a waiting deletion now. */
  flush: () => void;
}

export function amountReporter(report: (value: string) => void): AmountReporter {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: string | undefined;
  function flush(): void {
    clearTimeout(timer);
    if (waiting === undefined) return;
    const value = waiting;
    waiting = undefined;
    report(value);
  }
  function change(value: string, deleted: boolean): void {
    clearTimeout(timer);
    waiting = value;
    if (deleted) timer = setTimeout(flush, deleteDelay);
    else flush();
  }
  return { change, flush };
}

/** Decimals of an amount whose currency is not known yet. */
const unknownPrecision = 2;

/** Backspace and delete report after this many milliseconds, so that a held key is one change. */
export const deleteDelay = 20;

const editingKeys = new Set([
  'Backspace',
  'Delete',
  'Enter',
  'Tab',
  'Escape',
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
]);

/**
 * Whether a key may act in an amount. Combinations (copy, cut, paste, undo, select all) and keys that write nothing
 * always may.
 */
export function isAmountKey(key: string, combination: boolean): boolean {
  return combination || editingKeys.has(key) || /^[\d.,]$/.test(key) || (key.length > 1 && key !== 'Dead');
}

/** Zeros past these are no help to a reader. */
const placeholderDecimals = 8;

/** Zero with the currency's decimals: '0.00', or '0' for a currency without decimals. */
export function amountPlaceholder(precision: number = unknownPrecision): string {
  return cutDecimals(`0.${'0'.repeat(precision)}`, Math.min(precision, placeholderDecimals));
}

function isAmountText(text: string, precision: number): boolean {
  const match = /^\d*(?:(\.)(\d*))?$/.exec(text);
  if (!match) return false;
  return match[1] === undefined || (precision > 0 && (match[2] ?? '').length <= precision);
}

/** The text an amount would hold, given the parts before and after the caret, or undefined when the key is refused. */
export function typeIntoAmount(before: string, typed: string, after: string, precision: number): string | undefined {
  const text = typed.replace(',', '.');
  const lead = text === '.' && before === '' ? '0.' : text;
  return isAmountText(before + lead + after, precision) ? lead : undefined;
}

/**
 * The part of a pasted text that enters the amount: spaces go, a comma counts as the dot, surplus decimals are cut.
 * Undefined when the paste is void.
 */
export function pasteIntoAmount(before: string, pasted: string, after: string, precision: number): string | undefined {
  const text = pasted.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (text === '' || !/^\d*\.?\d*$/.test(text)) return undefined;
  const whole = cutDecimals(before + text + after, precision);
  if (!isAmountText(whole, precision)) return undefined;
  const end = whole.length - after.length;
  return whole.endsWith(after) && end >= before.length ? whole.slice(before.length, end) : undefined;
}

/** Cuts the decimals a currency does not have, without rounding. A currency without decimals loses the dot too. */
export function cutDecimals(text: string, precision: number): string {
  const dot = text.indexOf('.');
  if (dot < 0) return text;
  return precision > 0 ? text.slice(0, dot + 1 + precision) : text.slice(0, dot);
}

/**
 * The last guard, for keyboards whose input cannot be refused beforehand: the text itself, a cleaned text, or the one
 * before.
 */
export function settleAmount(text: string, before: string, precision: number): string {
  if (isAmountText(text, precision)) return text;
  return pasteIntoAmount('', text, '', precision) ?? before;
}
