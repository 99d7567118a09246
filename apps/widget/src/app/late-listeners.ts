import { isVerificationNeeded } from '@causeway/domain/clients/client-level';
import type { AppParts } from './app-parts.ts';
import { openOutside } from '../platform/open-outside.ts';
import type { Runtime } from '../platform/runtime.ts';
import { isSupported } from '../lib/browser-support.ts';

/**
 * Links of texts open their target inside the widget, and other pages outside of it; returns the function that stops
 * it.
 */
export function followLinks({ router, flow, runtime }: Pick<AppParts, 'router' | 'flow' | 'runtime'>): () => void {
  function follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
    const target = linkTarget(link.href, location.origin);
    if (target === undefined) return;
    if (target === 'outside' && runtime.native.getState().app) {
      event.preventDefault();
      return openOutside(runtime.native, link.href);
    }
    if (target === 'outside') {
      link.target = '_blank';
      link.relList.add('noopener');
      return;
    }
    event.preventDefault();
    if (target === 'faq') return router.navigate('faq');
    openStep(target);
  }
  /** The page's query stays in its URL. A visitor signs in first. */
  function openStep(target: 'verification' | 'register'): void {
    const { name, query } = router.current();
    if (target === 'register') router.navigate('order-stepper', {}, { ...query, step: 'register' }, { replace: true });
    else if (name !== 'order-stepper') router.navigate('order-stepper');
    flow.open(target === 'register' || runtime.session.tokens() === undefined ? 'auth' : 'verification');
  }
  document.addEventListener('click', follow);
  // A link that was pressed before is pressed again now.
  document.documentElement.dataset['links'] = 'true';
  return () => document.removeEventListener('click', follow);
}

/**
 * Where a clicked link leads: into the widget, or out of it (2.3-44 to 2.3-47). Undefined for a link that the browser
 * follows by itself.
 */
export type LinkTarget = 'faq' | 'verification' | 'register' | 'outside' | undefined;

const inner = ['faq', 'verification', 'register'] as const;

export function linkTarget(href: string, origin: string): LinkTarget {
  if (!URL.canParse(href, origin)) return undefined;
  const url = new URL(href, origin);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (url.origin !== origin) return 'outside';
  const name = url.pathname.replace(/\/$/, '').split('/').at(-1);
  return inner.find((known) => known === name);
}

/** A currency without a colour or a symbol has no image: reported once per code and visit (8-27, A-143). */
export function reportBareCurrencies({ account, runtime }: Pick<AppParts, 'account' | 'runtime'>): () => void {
  const shown = new Set<string>();
  const look = () => {
    for (const [code, { color, symbol }] of Object.entries(account.store.getState().config.currencyConfig)) {
      if ((color !== '' && symbol !== '') || shown.has(code)) continue;
      shown.add(code);
      runtime.log.warn(`The currency ${code} has no image`);
    }
  };
  look();
  return account.store.subscribe(look);
}

/** On https of this host alone; its words are all that it decides (D9). */
const expectedCookie = '__Host-expected';

/** Keeps in a cookie what the client is expected to do next, so that the next page's first drawing says it (D9). */
function keepExpected({ account, runtime }: Pick<AppParts, 'account' | 'runtime'>): () => void {
  const keep = () => {
    const { client } = account.store.getState();
    const needed = isVerificationNeeded(client.limitLevel, client.isBasicVerifyEnabled === 1);
    const expected = client.isAuthorized === 0 ? '' : needed ? 'verify' : 'buy';
    if ((runtime.cookies.read(expectedCookie) ?? '') !== expected) runtime.cookies.write(expectedCookie, expected);
  };
  const isAwaited = () => account.store.getState().client.expected !== undefined;
  if (!isAwaited()) keep();
  // A session that is not there makes a visitor, without a call.
  else if (runtime.session.tokens() === undefined) void account.refreshClient().then(keep);
  return account.store.subscribe(({ client }, old) => client !== old.client && !isAwaited() && keep());
}

/** On https of this host alone; an address of our own page could say the same. */
const lastCookie = '__Host-last';

/** Keeps what a visitor has chosen, or typed before this file was there, for the next visit; a shop says it itself. */
function keepLast({ exchange, runtime }: Pick<AppParts, 'exchange' | 'runtime'>): () => void {
  if (runtime.boot.host) return () => undefined;
  const keep = ({ preorder }: ReturnType<typeof exchange.getState>) => {
    const { payinCurrency, payinGroup, payinAmount, payoutCurrency, payoutGroup, isPayoutCalc } = preorder;
    const amount = isPayoutCalc ? '' : payinAmount;
    runtime.cookies.write(lastCookie, [payinCurrency, payinGroup, amount, payoutCurrency, payoutGroup].join('~'));
  };
  if (exchange.getState().change === 'typed') keep(exchange.getState());
  return exchange.subscribe((state) => state.change !== 'none' && keep(state));
}

/** Keeps what the next page's first drawing is made from. */
export function keepForNext(parts: Pick<AppParts, 'account' | 'exchange' | 'runtime'>): () => void {
  const stops = [keepExpected(parts), keepLast(parts)];
  return () => stops.forEach((stop) => stop());
}

/** A browser below its minimum gets a warning that can be closed. */
export function warnOldBrowser({ texts, toasts, log }: Pick<Runtime, 'texts' | 'toasts' | 'log'>): void {
  if (isSupported(navigator.userAgent)) return;
  texts.complete().then(
    () => toasts.show({ kind: 'error', text: texts.t('tpl:native:old_browser') }),
    (error: unknown) => log.warn('Texts are missing', error),
  );
}
