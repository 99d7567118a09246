import { describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../lib/session/memory-store.ts';
import { createSession } from '../lib/session/session.ts';
import type { Runtime } from '../platform/runtime.ts';
import { createLogOut } from './create-app.ts';

const isRuntime = (_parts: unknown): _parts is Runtime => true;

/** A signed-in page, in an app that takes a moment to forget its part. */
function setUp({ isApp = false, isDown = false } = {}) {
  const session = createSession(memoryStore());
  session.set({ access: 'a', refresh: 'r' });
  const call = vi.fn(async () => (isDown ? Promise.reject(new Error('down')) : { success: 1 }));
  const leave = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const warn = vi.fn();
  const runtime = {
    api: { call },
    session,
    native: { getState: () => ({ app: isApp ? { leave, facts: { deviceId: 'phone' } } : undefined }) },
    log: { warn },
  };
  if (!isRuntime(runtime)) throw new Error('never');
  return { session, call, leave, warn, logOut: createLogOut(runtime) };
}

describe('7-52, 7-60 logging out', () => {
  test.each([
    ['a page', false, { refresh: 'r' }],
    ['an app', true, { refresh: 'r', deviceId: 'phone', isForgetBiometric: true }],
  ])('a double click in %s makes one call', async (_where, isApp, values) => {
    const { session, call, leave, warn, logOut } = setUp({ isApp });
    await Promise.all([logOut(), logOut()]);
    await logOut();
    expect(call).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: '/logout' }), values);
    expect(leave).toHaveBeenCalledTimes(isApp ? 1 : 0);
    expect([session.tokens(), warn.mock.calls]).toEqual([undefined, []]);
  });

  test('the next session can be left too, and an unreachable server keeps no client signed in', async () => {
    const { session, call, warn, logOut } = setUp({ isDown: true });
    await logOut();
    session.set({ access: 'b', refresh: 's' });
    await logOut();
    expect([session.tokens(), call.mock.calls.length, warn.mock.calls.length]).toEqual([undefined, 2, 2]);
  });
});
