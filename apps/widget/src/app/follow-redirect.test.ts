import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AppParts } from './app-parts.ts';
import { followRedirect } from './follow-redirect.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

afterEach(() => void vi.unstubAllGlobals());

function follow(value: string, { isFramed = false } = {}): unknown[][] {
  const told: unknown[][] = [];
  const tell = (name: string) => (to: string) => void told.push([name, to]);
  vi.stubGlobal('location', { assign: tell('page') });
  const runtime = {
    frame: { isFramed, redirect: tell('parent') },
    native: createStore(() => ({ app: undefined })),
    log: { warn: tell('log') },
  };
  const parts = { router: { follow: tell('inside') }, runtime };
  if (!isParts(parts)) throw new Error('never');
  followRedirect(parts, value);
  return told;
}

const shop = 'https://shop.example/thanks';

test.each([
  ['a path stays inside', '/order-status/CW1', {}, ['inside', '/order-status/CW1']],
  ['a path stays inside a frame too', '/order-status/CW1', { isFramed: true }, ['inside', '/order-status/CW1']],
  ['an address opens', shop, {}, ['page', shop]],
  ['a frame leaves an address to its parent', shop, { isFramed: true }, ['parent', shop]],
  [
    'anything else is only logged',
    'javascript:alert(1)',
    {},
    ['log', 'Redirect to javascript:alert(1) is not followed'],
  ],
])('4.7-04, A-091 %s', (_name, value, place, expected) => expect(follow(value, place)).toEqual([expected]));
