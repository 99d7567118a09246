import type { HistoryPort } from './history-port.ts';

/** The history of the browser's tab. */
export function browserHistory(window: Window): HistoryPort {
  const { history, location } = window;
  history.scrollRestoration = 'manual';
  return {
    href: () => location.pathname + location.search,
    push: (href) => history.pushState(null, '', href),
    replace: (href) => history.replaceState(null, '', href),
    onPop: (listener) => window.addEventListener('popstate', listener),
    scrollTop: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
  };
}
