import type { Timers } from '../../lib/timing/timers.ts';
import type { HistoryPort } from './history-port.ts';

/** Milliseconds after which a remembered position is restored (2.2-12). */
export const scrollRestoreDelay = 150;

export interface ScrollMemory {
  leave: (name: string) => void;
  /** Without a name the page only goes to its top: the route is the same one (2.2-13). */
  enter: (name: string) => void;
}

/** Remembers how far each route was scrolled. A route seen first starts at its top. */
export function createScrollMemory(history: HistoryPort, timers: Timers): ScrollMemory {
  const positions = new Map<string, number>();
  let cancel = () => {};
  return {
    leave: (name) => positions.set(name, history.scrollTop()),
    enter(name) {
      cancel();
      history.scrollTo(0);
      const top = positions.get(name);
      if (top) cancel = timers.after(scrollRestoreDelay, () => history.scrollTo(top));
    },
  };
}
