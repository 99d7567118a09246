import type { FrameWindow } from '../shared/frame-window.ts';

export interface Greeting {
  window: Pick<FrameWindow, 'setInterval' | 'clearInterval' | 'setTimeout' | 'clearTimeout'>;
  /** Sends `ready` once. */
  hello: () => void;
  /** Called when no answer came within `plainAfter` milliseconds. */
  onSilence: () => void;
  every: number;
  plainAfter: number;
  endAfter: number;
}

/** Sends `ready` now and repeatedly until stopped or given up; returns the function that stops it. */
export function greet({ window, hello, onSilence, every, plainAfter, endAfter }: Greeting): () => void {
  const repeat = window.setInterval(hello, every);
  const silence = window.setTimeout(onSilence, plainAfter);
  const ending = window.setTimeout(() => window.clearInterval(repeat), endAfter);
  hello();
  return () => {
    window.clearInterval(repeat);
    window.clearTimeout(silence);
    window.clearTimeout(ending);
  };
}
