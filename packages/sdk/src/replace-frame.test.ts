import { expect, test, vi } from 'vitest';
import type { Mounted } from './mounted.ts';
import { askWhy } from './replace-frame.ts';

const report = { now: Date.now(), is_key_known: false, is_origin_allowed: false, similar_origin: '', token: '' };

/** A silent widget whose frame has the URL `src`, and what happens when the server refuses its page. */
async function asked(src: string) {
  const fetched = vi.fn(async () => Response.json(report));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  const emitted: string[] = [];
  const widget: Mounted = {
    element: Object.create(null),
    iframe: Object.assign(Object.create(null), { src }),
    options: { origin: 'https://pay.example', partnerKey: 'pk_test_shop', display: 'modal' },
    fetchMore: vi.fn(),
    on: () => () => undefined,
    emit: (event) => emitted.push(event) > 0,
    expect: vi.fn(),
    heard: {},
  };
  await askWhy(widget, vi.fn());
  vi.unstubAllGlobals();
  return { calls: fetched.mock.calls.length, emitted };
}

test('a silent frame has the server asked, and its refusal is the error', async () => {
  expect(await asked('https://pay.example/widget')).toEqual({ calls: 1, emitted: ['error', 'change-display'] });
});

test('the empty document of a modal that was never opened asks no question', async () => {
  expect(await asked('')).toEqual({ calls: 0, emitted: [] });
});
