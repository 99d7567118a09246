import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { client } from '../../tests/fixtures.ts';
import type { AppParts } from './app-parts.ts';
import { finishLogin } from './follow-redirect.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

async function logIn({ redirect, isHomeOn = false, limitLevel = 'email_phone', leavesFor }: LoginCase) {
  const [navigate, follow] = [vi.fn(), vi.fn((path: string | undefined) => path !== undefined)];
  const done = async () => undefined;
  const account = {
    store: createStore(() => ({ client: { ...client, limitLevel } })),
    refreshClient: vi.fn(done),
    refreshConfig: vi.fn(done),
  };
  let name = 'auth';
  const router = { navigate, follow, current: () => ({ name }) };
  const parts = { account, router, isFlagOn: (flag: string) => isHomeOn && flag === 'home_page' };
  if (!isParts(parts)) throw new Error('never');
  const finished = finishLogin(parts, redirect);
  name = leavesFor ?? name;
  await finished;
  return { navigate, follow, account };
}
interface LoginCase {
  redirect?: string;
  isHomeOn?: boolean;
  limitLevel?: string;
  /** The route that the client opens before it is finished. */
  leavesFor?: string;
}

const toStepper = ['order-stepper', {}, {}, { replace: true }];

describe('4.6 after a sign-in on the login page', () => {
  test('4.6-01 client and config are read again', async () => {
    const { account } = await logIn({});
    expect(account.refreshConfig).toHaveBeenCalledOnce();
    expect(account.refreshClient).toHaveBeenCalledOnce();
  });
  test('4.6-02 the first verification comes before all, and keeps where to go afterwards', async () => {
    const { navigate, follow } = await logIn({ limitLevel: 'unverified', redirect: '/settings', isHomeOn: true });
    const query = { redirect: '/settings' };
    expect(navigate).toHaveBeenCalledExactlyOnceWith('verification-email', {}, query, { replace: true });
    expect(follow).not.toHaveBeenCalled();
  });
  test('2.1-04, 4.6-03, 4.6-08 `redirect` comes next', async () => {
    const { navigate, follow } = await logIn({ redirect: '/order-status/CW1', isHomeOn: true });
    expect(follow).toHaveBeenCalledExactlyOnceWith('/order-status/CW1');
    expect(navigate).not.toHaveBeenCalled();
  });
  test('4.6-03 then home, where there is one', async () => {
    expect((await logIn({ isHomeOn: true })).navigate.mock.calls).toEqual([['home', {}, {}, { replace: true }]]);
  });
  test('4.6-03 else the stepper', async () => {
    expect((await logIn({})).navigate.mock.calls).toEqual([toStepper]);
  });
  test('who has left the page before it is finished is not taken away from the other one', async () => {
    const { navigate, follow } = await logIn({ leavesFor: 'settings', redirect: '/order-status/CW1' });
    expect([...navigate.mock.calls, ...follow.mock.calls]).toEqual([]);
  });
});
