import { deleteDelay } from './amount-input-rules.ts';

export interface AmountReporter {
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
