import type { Timers } from './timers.ts';

export function wait(timers: Timers, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timers.after(milliseconds, resolve);
  });
}
