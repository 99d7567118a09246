import { expect, test } from 'vitest';
import { browserHistory } from './browser-history.ts';

const isWindow = (_window: unknown): _window is Window => true;

/** @returns the URLs that a tab was given */
function go(partnerKey: string | undefined, hrefs: readonly string[], hash = ''): string[] {
  const given: string[] = [];
  const write = (_state: unknown, _title: string, href: string) => given.push(href);
  const window = { history: { pushState: write, replaceState: write }, location: { pathname: '/', search: '', hash } };
  if (!isWindow(window)) throw new Error('never');
  const history = browserHistory(window, partnerKey);
  for (const href of hrefs) history.push(href);
  history.replace('/status');
  return given;
}

test('each address of a partner’s page keeps the partner, so that a page that is loaded again is still the partner’s', () => {
  expect(go('pk_shop', ['/login', '/faq?topic=1', '/?partner_key=pk_shop'])).toEqual([
    '/login?partner_key=pk_shop',
    '/faq?topic=1&partner_key=pk_shop',
    '/?partner_key=pk_shop',
    '/status?partner_key=pk_shop',
  ]);
  expect(go(undefined, ['/login'])).toEqual(['/login', '/status']);
});

test('F9 what is behind the hash stays when the page’s own address is written in another language', () => {
  expect(go(undefined, ['/login'], '#token')).toEqual(['/login', '/status#token']);
});
