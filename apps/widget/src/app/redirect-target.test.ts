import { expect, test } from 'vitest';
import { redirectTarget } from './follow-redirect.ts';

test.each([
  ['/order-status/CW1', { kind: 'inside', href: '/order-status/CW1' }],
  ['/', { kind: 'inside', href: '/' }],
  ['https://shop.example/thanks?a=1', { kind: 'outside', url: 'https://shop.example/thanks?a=1' }],
])('4.7-05 %s leads there', (value, target) => expect(redirectTarget(value)).toEqual(target));

test.each(['', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'data:text/html,x', 'shop.example'])(
  '4.7-05 %o leads nowhere',
  (value) => expect(redirectTarget(value)).toBeUndefined(),
);
