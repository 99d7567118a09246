import { expect, test } from 'vitest';
import { languageCookie } from '../app/change-language.ts';
import { rateCookie } from '../features/exchange/rules/rates.ts';
import { createCookies } from './cookies.ts';

const page = (protocol: string, cookie = '') => ({ cookie, location: { protocol } });

test('4.5-12 a cookie carries its life in seconds', () => {
  const document = page('http:');
  createCookies(document).write('rate', 'a b');
  expect(document.cookie).toBe('rate=a%20b; Path=/; Max-Age=31536000; SameSite=Lax');
});

test('D9 an empty value takes a cookie away', () => {
  const document = page('http:');
  createCookies(document).write('__Host-expected', '');
  expect(document.cookie).toBe('expected=; Path=/; Max-Age=0; SameSite=Lax');
});

test('ASVS V3.3.1, V3.3.3 on https a cookie is Secure, and of this host alone where its name is ours to choose', () => {
  const document = page('https:');
  const cookies = createCookies(document);
  cookies.write(rateCookie, '1');
  expect(document.cookie).toBe('__Host-floating_rate=1; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  expect(cookies.read(rateCookie)).toBe('1');
  // 1-42 names this one.
  cookies.write(languageCookie, 'es');
  expect(document.cookie).toMatch(/^lang=es; .*; Secure$/);
});

test('a browser that is not on https would not take the prefix', () => {
  const document = page('http:');
  const cookies = createCookies(document);
  cookies.write(rateCookie, '0');
  expect(document.cookie).toMatch(/^floating_rate=0; .*Lax$/);
  expect(cookies.read(rateCookie)).toBe('0');
});

test('a cookie is found by its whole name', () => {
  const cookies = createCookies(page('http:', 'xlang=de; lang=es'));
  expect(cookies.read('lang')).toBe('es');
  expect(cookies.read('none')).toBeUndefined();
});
