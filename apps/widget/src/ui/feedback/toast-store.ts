export interface Toast {
  text: string;
  /** An error stays until it is closed; something that waits stays while it is shown again. */
  kind?: 'done' | 'waiting' | 'error';
  action?: { text: string; run: () => void };
}

export interface ShownToast extends Toast {
  id: number;
}

export interface ToastStore {
  show: (toast: Toast) => void;
  close: (id: number) => void;
  subscribe: (listener: () => void) => () => void;
  list: () => readonly ShownToast[];
}

const shownFor = 6000;
const sameWithin = 150;

/**
 * Toasts in the order they came. Equal texts within 150 ms show once; later the new one replaces the old one, except
 * what waits: it only stays longer, so that a screen reader does not repeat it.
 */
export function toastStore(now: () => number = Date.now): ToastStore {
  const listeners = new Set<() => void>();
  let toasts: readonly ShownToast[] = [];
  /** By the toast's number. */
  const ends: ReturnType<typeof setTimeout>[] = [];
  let last = { id: 0, text: '', at: Number.NEGATIVE_INFINITY };

  function set(next: readonly ShownToast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }
  function close(id: number): void {
    set(toasts.filter((toast) => toast.id !== id));
  }
  function endLater(id: number): void {
    clearTimeout(ends[id]);
    ends[id] = setTimeout(close, shownFor, id);
  }
  function show(toast: Toast): void {
    const at = now();
    if (toast.text === last.text && at - last.at < sameWithin) return;
    const same = toasts.find(({ kind, text }) => kind === 'waiting' && text === toast.text);
    if (same) return endLater(same.id);
    const id = last.id + 1;
    last = { id, text: toast.text, at };
    set([...toasts.filter(({ text }) => text !== toast.text), { ...toast, id }]);
    if (toast.kind !== 'error') endLater(id);
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return { show, close, subscribe, list: () => toasts };
}
