import type { HistoryPort } from './history-port.ts';

/** The history of a page that is only drawn once: it stays at its first URL. */
export function stillHistory(href: string): HistoryPort {
  return {
    href: () => href,
    push: () => undefined,
    replace: () => undefined,
    onPop: () => undefined,
    scrollTop: () => 0,
    scrollTo: () => undefined,
  };
}
