import { expect, test, vi } from 'vitest';
import { memoryStore } from './memory-store.ts';
import { createSession } from './session.ts';

test.each([{ access: 1, refresh: 'r' }, { access: 'a' }, { access: '', refresh: '' }, null, 'text'])(
  '5-39 %j makes no session',
  (pair) => {
    const session = createSession(memoryStore());
    expect(session.set(pair)).toBe(false);
    expect(session.tokens()).toBeUndefined();
  },
);

test('3-61, A-066 the pair is kept for the next page', () => {
  const store = memoryStore();
  createSession(store).set({ access: 'a', refresh: 'r' });
  expect(createSession(store).tokens()).toEqual({ access: 'a', refresh: 'r' });
});

test('A-065 a change in another tab is an event of this one', () => {
  const store = memoryStore();
  let change: (value: string | undefined) => void = () => undefined;
  const session = createSession({ ...store, follow: (_key, listener) => void (change = listener) });
  const heard = vi.fn();
  session.subscribe(heard);
  change(JSON.stringify({ access: 'a', refresh: 'r' }));
  expect(session.tokens()?.access).toBe('a');
  change(undefined);
  expect(session.tokens()).toBeUndefined();
  expect(heard.mock.calls).toEqual([['other-tab'], ['other-tab']]);
});
