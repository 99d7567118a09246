import type { HistoryPort } from './history-port.ts';

/**
 * The history of the browser's tab. In a frame each address keeps the partner's key: without it the partner's page may not
 * frame what is loaded again or gone back to.
 */
export function browserHistory(window: Window, partnerKey: string | undefined): HistoryPort {
  const { history, location } = window;
  const keep = (href: string) =>
    partnerKey === undefined || window.parent === window || href.includes('partner_key=')
      ? href
      : `${href}${href.includes('?') ? '&' : '?'}partner_key=${partnerKey}`;
  history.scrollRestoration = 'manual';
  return {
    href: () => location.pathname + location.search,
    push: (href) => history.pushState(null, '', keep(href)),
    replace: (href) => history.replaceState(null, '', keep(href)),
    onPop: (listener) => window.addEventListener('popstate', listener),
    scrollTop: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
  };
}
