import { expect, test } from 'vitest';
import { isOrigin } from './is-origin.ts';

test.each(['https://shop.example', 'http://localhost:4002', 'https://shop.example:8443'])('%s is an origin', (text) => {
  expect(isOrigin(text)).toBe(true);
});

test.each([
  '',
  '*',
  'null',
  'shop.example',
  'https://shop.example/',
  'https://shop.example/pay',
  'https://*.shop.example',
  'https://user@shop.example',
  'HTTPS://SHOP.EXAMPLE',
  'https://shop.example:443',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('%s is not an exact origin', (text) => {
  expect(isOrigin(text)).toBe(false);
});
