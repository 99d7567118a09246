import { expect, test } from 'vitest';
import { queryOfPlace, readPageAddress } from './read-page-address.ts';

const read = (url: string, headers: Record<string, string> = {}) =>
  readPageAddress({ raw: { url }, headers, ip: '192.0.2.1' });
const german = { 'accept-language': 'de-DE,de;q=0.9,uk;q=0.8' };

test.each([
  ['the path', '/es/faq', { cookie: 'lang=uk' }, 'es', true],
  ['the host page', '/widget?partner_key=pk_x&lang=uk', { cookie: 'lang=es' }, 'uk', true],
  ['the path before the host page', '/es?lang=uk', {}, 'es', true],
  ['A-059 the host page by its three letters', '/widget?lang=spa', {}, 'es', true],
  ['the cookie', '/', { cookie: 'a=1; lang=es', 'accept-language': 'uk' }, 'es', false],
  ['the browser', '/', { 'accept-language': 'fr,uk;q=0.8' }, 'uk', false],
  ['nothing at all', '/', {}, 'en', false],
  ['a path of three letters is no language', '/spa', {}, 'en', false],
])('A-060 the language of a page: %s', (_name, url, headers, language, isLanguageNamed) =>
  expect(read(url, headers)).toMatchObject({ language, isLanguageNamed }),
);

test.each([
  ['the path', '/de/faq', german, 'uk'],
  ['the host page', '/widget?lang=de', german, 'uk'],
  ['the path, and its cookie says one with texts', '/de', { cookie: 'lang=es' }, 'es'],
  ['the cookie', '/', { cookie: 'lang=de' }, 'en'],
])('1-40 a language without texts is not claimed, whatever asks for it: %s', (_name, url, headers, language) =>
  expect(read(url, headers)).toMatchObject({ language, isLanguageNamed: false }),
);

test('1-41 the language is no part of the path, also where it has no texts', () => {
  expect(read('/de/order-status/CW1?x=1')).toMatchObject({ path: '/order-status/CW1', query: 'x=1' });
  expect(read('/en/faq').path).toBe('/en/faq');
});

const both = 'lang=es&partnerKey=pk_shop&payin_amount=5';

test.each([
  ['in a frame at /widget partnerKey names the partner', '/widget', false, both, both],
  ['at /widget on its own it does not', '/widget', true, both, 'lang=es&payin_amount=5'],
  ['in a frame elsewhere it does not', '/', false, both, 'lang=es&payin_amount=5'],
  ['the widget param does, on its own', '/widget', true, 'partner_key=pk_shop', 'partner_key=pk_shop'],
  ['the widget param does, in a link', '/buysell', true, 'partner_key=pk_shop', 'partner_key=pk_shop'],
  ['spelt with codes neither', '/', true, 'partner%4Bey=pk_shop&a=1', 'a=1'],
  ['an empty one goes too', '/', true, 'partnerKey', ''],
  ['another name that begins so stays', '/', true, 'partnerKeys=1', 'partnerKeys=1'],
  ['no query stays none', '/widget', true, '', ''],
])('5-40 A-043 %s', (_name, path, isAlone, query, counts) => expect(queryOfPlace(path, query, isAlone)).toBe(counts));

const chosen = {
  payinCurrency: 'GBP',
  payinGroup: 'card',
  payinAmount: '111.50',
  payoutCurrency: 'ETH',
  payoutGroup: 'ethereum',
};

test.each([
  ['what was chosen last', '/', 'a=1; last=GBP~card~111.50~ETH~ethereum', chosen],
  ['in a language too', '/es/', '__Host-last=GBP~card~111.50~ETH~ethereum', chosen],
  [
    'nothing where the URL says something',
    '/?payin_amount=5',
    'last=GBP~card~111.50~ETH~ethereum',
    { payinAmount: '5' },
  ],
  ['nothing on another page', '/faq', 'last=GBP~card~111.50~ETH~ethereum', {}],
  ['nothing of a text that is no choice', '/', 'last=GBP~card', {}],
  ['nothing of one with other signs', '/', 'last=GBP~card~1~ETH~<b>', {}],
])('5-E7 the first page has %s', (_what, url, cookie, fields) => expect(read(url, { cookie }).fields).toEqual(fields));

test.each([
  ['a=1; expected=buy', 'buy'],
  ['__Host-expected=verify; lang=es', 'verify'],
  ['expected=everything', undefined],
  ['unexpected=buy', undefined],
  ['', undefined],
])('D9 the cookie %j says what a client who is back will do: %s', (cookie, expected) =>
  expect(read('/', { cookie }).expected).toBe(expected),
);
