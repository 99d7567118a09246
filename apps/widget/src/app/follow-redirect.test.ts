import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { memoryStore } from '../lib/session/memory-store.ts';
import type { AppParts } from './app-parts.ts';
import { followRedirect } from './follow-redirect.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

afterEach(() => void vi.unstubAllGlobals());

function follow(value: string, { isFramed = false } = {}): unknown[][] {
  const calls: unknown[][] = [];
  const record = (name: string) => (to: string) => void calls.push([name, to]);
  vi.stubGlobal('location', { assign: record('page'), search: '' });
  const runtime = {
    frame: { isFramed, redirect: record('parent') },
    native: createStore(() => ({ app: undefined })),
    log: { warn: record('log') },
    tab: memoryStore(),
  };
  const parts = { router: { follow: record('inside') }, runtime };
  if (!isParts(parts)) throw new Error('never');
  followRedirect(parts, value);
  return calls;
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
