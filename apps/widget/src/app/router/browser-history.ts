import type { HistoryPort } from './history-port.ts';

/**
 * A URL of the product with the partner's key in it. Loaded again, or gone back to, it is still the partner's: an order
 * made there is made through the partner, and the partner's site may frame it.
 */
export function keepPartner(href: string, partnerKey: string | undefined): string {
  return partnerKey === undefined || href.includes('partner_key=')
    ? href
    : `${href}${href.includes('?') ? '&' : '?'}partner_key=${partnerKey}`;
}

/** The history of the browser's tab; each URL keeps the key of the page's partner. */
export function browserHistory(window: Window, partnerKey: string | undefined): HistoryPort {
  const { history, location } = window;
  history.scrollRestoration = 'manual';
  return {
    href: () => location.pathname + location.search,
    push: (href) => history.pushState(null, '', keepPartner(href, partnerKey)),
    // What is behind the hash is the page's own, as the link that a phone opens in its own language.
    replace: (href) => history.replaceState(null, '', keepPartner(href, partnerKey) + location.hash),
    onPop: (listener) => window.addEventListener('popstate', listener),
    scrollTop: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
  };
}
