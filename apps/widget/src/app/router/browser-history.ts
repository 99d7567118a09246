import type { HistoryPort } from './history-port.ts';
import { keepPartner } from './keep-partner.ts';

/** The history of the browser's tab; each address keeps the key of the page's partner. */
export function browserHistory(window: Window, partnerKey: string | undefined): HistoryPort {
  const { history, location } = window;
  history.scrollRestoration = 'manual';
  return {
    href: () => location.pathname + location.search,
    push: (href) => history.pushState(null, '', keepPartner(href, partnerKey)),
    replace: (href) => history.replaceState(null, '', keepPartner(href, partnerKey)),
    onPop: (listener) => window.addEventListener('popstate', listener),
    scrollTop: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
  };
}
