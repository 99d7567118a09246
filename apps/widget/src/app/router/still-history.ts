import type { HistoryPort } from './history-port.ts';

/** The history of a page that is only drawn once: it stands where it was asked for. */
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
