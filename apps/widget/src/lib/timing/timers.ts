/** The clock as far as the widget needs it, so that tests can move it. */
export interface Timers {
  now: () => number;
  after: (milliseconds: number, act: () => void) => () => void;
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const id = setTimeout(act, milliseconds);
    return () => clearTimeout(id);
  },
};

export function wait(timers: Timers, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timers.after(milliseconds, resolve);
  });
}
