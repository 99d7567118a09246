import { expect, test } from 'vitest';
import { createCookies } from './cookies.ts';

test('4.5-12 a cookie carries its life in seconds', () => {
  const document = { cookie: '' };
  createCookies(document).write('rate', 'a b', 365);
  expect(document.cookie).toBe('rate=a%20b; Path=/; Max-Age=31536000; SameSite=Lax');
});

test('a cookie is found by its whole name', () => {
  const cookies = createCookies({ cookie: 'xlang=de; lang=es' });
  expect(cookies.read('lang')).toBe('es');
  expect(cookies.read('none')).toBeUndefined();
});
