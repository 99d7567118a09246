import type { FrameWindow } from '../shared/frame-window.ts';
import { FALLBACK_HEIGHT } from '../shared/protocol.ts';

export interface ReportHeightOptions {
  window: Pick<FrameWindow, 'setInterval' | 'clearInterval'>;
  /** Content height in CSS pixels; undefined or 0 while it cannot be measured. */
  measure: () => number | undefined;
  /** Called at the start and after each change. */
  onHeight: (height: number) => void;
  /** Milliseconds between two checks. */
  every?: number;
}

/** Watches the content height and reports each change; returns the function that stops it. */
export function reportHeight({ window, measure, onHeight, every = 200 }: ReportHeightOptions): () => void {
  let reported: number | undefined;
  const check = () => {
    const height = Math.ceil(measure() || FALLBACK_HEIGHT);
    if (height === reported) return;
    reported = height;
    onHeight(height);
  };
  check();
  const timer = window.setInterval(check, every);
  return () => window.clearInterval(timer);
}
