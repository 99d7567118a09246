import type { BootData } from '@causeway/contract/boot/boot-data';
import { pageQuery } from '../page-query.ts';
import type { HistoryPort } from './history-port.ts';

type KeptBoot = Pick<BootData, 'path' | 'host'>;

/**
 * A URL of the product with its partner's key, and what the mode of its page is read from. Loaded again, or gone back
 * to, it is the partner's still: an order made there is made through the partner, whose site may frame it. A client who
 * came there by another's link is that client's still.
 */
export function keepQuery(href: string, boot: KeptBoot): string {
  const { swMode, openPurchase, ref } = pageQuery(boot);
  const partner_key = boot.host?.partnerKey;
  // Elsewhere a cookie keeps the link that brought the visitor.
  const kept = { partner_key, swMode, openPurchase, ref: partner_key && ref };
  for (const [name, value] of Object.entries(kept))
    if (value && !href.includes(`${name}=`))
      href += `${href.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
  return href;
}

/** The history of the browser's tab. */
export function browserHistory(window: Window, boot: KeptBoot): HistoryPort {
  const { history, location } = window;
  history.scrollRestoration = 'manual';
  return {
    href: () => location.pathname + location.search,
    push: (href) => history.pushState(null, '', keepQuery(href, boot)),
    // What is behind the hash is the page's own, as the link that a phone opens in its own language.
    replace: (href) => history.replaceState(null, '', keepQuery(href, boot) + location.hash),
    onPop: (listener) => window.addEventListener('popstate', listener),
    scrollTop: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
  };
}
