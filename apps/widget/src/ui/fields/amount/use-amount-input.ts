import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { deleteDelay, isAmountKey, pasteIntoAmount, settleAmount, typeIntoAmount } from './amount-input-rules.ts';

const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function write(input: HTMLInputElement, text: string): void {
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

function guard(input: HTMLInputElement, event: InputEvent, precision: number): void {
  const text = event.data ?? event.dataTransfer?.getData('text/plain');
  if (!event.inputType.startsWith('insert') || event.inputType === 'insertLineBreak' || text === undefined) return;
  const before = input.value.slice(0, input.selectionStart ?? 0);
  const after = input.value.slice(input.selectionEnd ?? 0);
  const taken =
    text.length === 1
      ? typeIntoAmount(before, text, after, precision)
      : pasteIntoAmount(before, text, after, precision);
  if (taken === text) return;
  event.preventDefault();
  if (taken !== undefined) write(input, taken);
}

/**
 * The amount rules on one real input. The input is uncontrolled, so the caret never jumps and text typed before
 * hydration is kept: it is reported on mount. A value that comes from outside is written into the input when it differs
 * from what was reported last.
 */
export function useAmountInput(
  value: string,
  precision: number,
  onChange: (value: string) => void,
): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  const latest = useRef({ precision, onChange });
  useBeforePaint(() => {
    latest.current = { precision, onChange };
  });

  useEffect(() => {
    const input = ref.current;
    if (!input) return undefined;
    const reporter = amountReporter((next) => {
      known.current = next;
      latest.current.onChange(next);
    });
    const settle = (deleted: boolean) => {
      const text = settleAmount(input.value, known.current, latest.current.precision);
      if (text !== input.value) input.value = text;
      reporter.change(text, deleted);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    const listen = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      input.addEventListener(type, act, { signal });
    listen('keydown', (e) => !isAmountKey(e.key, e.ctrlKey || e.metaKey || e.altKey) && e.preventDefault());
    listen('beforeinput', (e) => guard(input, e, latest.current.precision));
    // A composition would break off if its text was written over: it is settled when it ends.
    listen('input', (e) => {
      const typed = e instanceof InputEvent ? e : undefined;
      if (!typed?.isComposing) settle(typed?.inputType.startsWith('delete') ?? false);
    });
    listen('compositionend', () => settle(false));
    listen('blur', reporter.flush);
    // A composition that began before the page answered goes on.
    const isComposing = document.documentElement.dataset['composing'] === 'true';
    if (input.value !== known.current && !isComposing) settle(false);
    return () => listeners.abort();
  }, []);

  useBeforePaint(() => {
    if (!ref.current || value === known.current) return;
    known.current = value;
    ref.current.value = value;
  }, [value]);
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
