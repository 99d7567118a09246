import type { BootHost } from '@causeway/contract/boot/boot-data';
import { expect, test } from 'vitest';
import { browserHistory } from './browser-history.ts';

const isWindow = (_window: unknown): _window is Window => true;

const host: BootHost = {
  partnerKey: 'pk_shop',
  locked: [],
  session: '',
  sessionError: null,
  sessionFault: null,
  routes: null,
};

/** @returns the URLs that a tab was given */
function go(boot: Parameters<typeof browserHistory>[1], hrefs: readonly string[], hash = ''): string[] {
  const given: string[] = [];
  const write = (_state: unknown, _title: string, href: string) => given.push(href);
  const window = { history: { pushState: write, replaceState: write }, location: { pathname: '/', search: '', hash } };
  if (!isWindow(window)) throw new Error('never');
  const history = browserHistory(window, boot);
  for (const href of hrefs) history.push(href);
  history.replace('/status');
  return given;
}

test('each address of a partner’s page keeps the partner, so that a page that is loaded again is still the partner’s', () => {
  expect(go({ path: '/widget?payin_amount=5', host }, ['/login', '/faq?topic=1', '/?partner_key=pk_shop'])).toEqual([
    '/login?partner_key=pk_shop',
    '/faq?topic=1&partner_key=pk_shop',
    '/?partner_key=pk_shop',
    '/status?partner_key=pk_shop',
  ]);
  expect(go({ path: '/?swMode=' }, ['/login'])).toEqual(['/login', '/status']);
});

test('F9 what is behind the hash stays when the page’s own address is written in another language', () => {
  expect(go({ path: '/?swMode=' }, ['/login'], '#token')).toEqual(['/login', '/status#token']);
});

test('3-52 in a partner’s page the link that brought a visitor stays, where a foreign frame keeps no cookie', () => {
  expect(go({ path: '/widget?ref=0123456789', host }, ['/login'])).toEqual([
    '/login?partner_key=pk_shop&ref=0123456789',
    '/status?partner_key=pk_shop&ref=0123456789',
  ]);
  expect(go({ path: '/?ref=0123456789' }, ['/login'])).toEqual(['/login', '/status']);
});

test('1-32 each address keeps what the mode of the page is read from, so that it outlives a reload', () => {
  expect(go({ path: '/order-status/CW1?payin_amount=5&swMode=cabinet' }, ['/', '/settings?swMode=directBuy'])).toEqual([
    '/?swMode=cabinet',
    '/settings?swMode=directBuy',
    '/status?swMode=cabinet',
  ]);
  expect(go({ path: '/?openPurchase=1&swMode=a%26b', host }, ['/faq'])[0]).toBe(
    '/faq?partner_key=pk_shop&swMode=a%26b&openPurchase=1',
  );
});
