import { describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../lib/session/memory-store.ts';
import { type TokenEvent, createSession } from '../lib/session/session.ts';
import type { AppParts } from './app-parts.ts';
import { followSession } from './start-app.ts';
import type { RouteName } from './routes.ts';
import { createStepperStore } from './stepper/stepper-store.ts';
import type { StepName } from './stepper/steps.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

/** A signed-in page on a route, or on a step of the stepper. */
function setUp(name: RouteName, step: StepName = 'exchange') {
  const session = createSession(memoryStore());
  session.set({ access: 'a', refresh: 'r' });
  const stepper = createStepperStore();
  stepper.setState({ step });
  const [navigate, open, forget, check] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const done = async () => undefined;
  const parts = {
    runtime: { session, log: { warn: vi.fn() } },
    router: { navigate, check, current: () => ({ name, href: `/${name}` }) },
    account: { forget, refreshClient: vi.fn(done), refreshConfig: vi.fn(done) },
    flow: { open },
    stepper,
  };
  if (!isParts(parts)) throw new Error('never');
  followSession(parts);
  return { session, stepper, navigate, open, forget, check, account: parts.account };
}

const ends: readonly TokenEvent[] = ['signed-out', 'session-over', 'refresh-failed', 'other-tab'];

describe('4.6 the end of a session', () => {
  test('7-60 a signed-in page reads client and config at the start', () => {
    const { account } = setUp('order-stepper');
    expect(account.refreshClient).toHaveBeenCalledOnce();
    expect(account.refreshConfig).toHaveBeenCalledOnce();
  });
  test('2.2-01, 2.2-02 the guards look again once it is known who that is: an agreement may wait for him', async () => {
    const { account, check } = setUp('settings');
    expect(check).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(check).toHaveBeenCalledOnce());
    expect(account.refreshClient).toHaveResolved();
  });
  test.each(ends)('4.6-07, 8-29 %s on a protected page leads to the log-in, and back to it', (event) => {
    const { session, navigate, forget } = setUp('settings');
    session.clear(event);
    expect(forget).toHaveBeenCalledOnce();
    expect(navigate).toHaveBeenCalledExactlyOnceWith('auth', {}, { redirect: '/settings' }, { replace: true });
  });
  test.each(['order-status', 'language'] as const)('%s stays open for a visitor', (name) => {
    const { session, navigate, open } = setUp(name);
    session.clear('session-over');
    expect(navigate).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalledWith('auth');
  });
  test.each(['address', 'verification', 'confirmation'] as const)(
    '4.3-24 a logout on the step %s returns to the exchange',
    (step) => {
      const { session, open } = setUp('order-stepper', step);
      session.clear('signed-out');
      expect(open).toHaveBeenCalledExactlyOnceWith('exchange');
    },
  );
  test.each(['address', 'verification', 'confirmation'] as const)(
    '4.6-09 a session that is over on the step %s asks for the sign-in, and the payment goes on after it',
    (step) => {
      const { session, stepper, open } = setUp('order-stepper', step);
      session.clear('session-over');
      expect(open).toHaveBeenCalledExactlyOnceWith('auth');
      expect(stepper.getState().isContinuing).toBe(true);
    },
  );
  test.each(['exchange', 'auth'] as const)('4.6-09 on the step %s it does not', (step) => {
    const { session, stepper, open } = setUp('order-stepper', step);
    session.clear('session-over');
    expect(open).not.toHaveBeenCalled();
    expect(stepper.getState().isContinuing).toBe(false);
  });
});
