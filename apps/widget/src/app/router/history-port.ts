/** The browser's history as far as the router needs it. */
export interface HistoryPort {
  /** Path and query of the address bar. */
  href: () => string;
  push: (href: string) => void;
  replace: (href: string) => void;
  onPop: (listener: () => void) => void;
  scrollTop: () => number;
  scrollTo: (top: number) => void;
}
