import { expect, test } from 'vitest';
import { linkTarget } from './late-listeners.ts';

test.each([
  ['2.3-44 the FAQ opens inside', '/faq', 'faq'],
  ['2.3-44 in any language', '/es/faq/', 'faq'],
  ['2.3-45 the verification is a step', 'https://pay.example/verification', 'verification'],
  ['2.3-46 the sign-up is a step', '/register', 'register'],
  ['2.3-47 another site opens outside', 'https://shop.example/faq', 'outside'],
  ['a page of the widget is a plain link', '/order-status/CW1', undefined],
  ['a letter is the browser’s', 'mailto:help@example.com', undefined],
  ['a broken URL has no target', 'http://', undefined],
])('%s', (_name, href, target) => expect(linkTarget(href, 'https://pay.example')).toBe(target));
