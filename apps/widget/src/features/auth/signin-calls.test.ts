import { expect, test, vi } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import { createSigninCalls } from './signin-calls.ts';

const isRuntime = (_runtime: unknown): _runtime is Runtime => true;

/** @returns the fields of the last call */
async function send(path: string, cookie: string | undefined, how: 'password' | 'oauth'): Promise<unknown> {
  const call = vi.fn(async (_endpoint: unknown, _fields: unknown) => ({ nonce: '' }));
  const app = { facts: { appVersion: {} }, call: async () => ({ token: 'signed' }) };
  const runtime = {
    api: { call },
    boot: { path },
    captcha: { token: async () => 'solved' },
    cookies: { read: () => cookie },
    native: { getState: () => ({ app }) },
    texts: { language: () => 'en' },
  };
  if (!isRuntime(runtime)) throw new Error('never');
  const calls = createSigninCalls(runtime, '');
  if (how === 'oauth') await calls.byOauth('google', { password: '', isAgreed: true });
  else await calls.byPassword({ email: 'ada@example.com', password: 'four words', isAgreed: true });
  return call.mock.lastCall?.[1];
}

test.each([
  ['the frame’s own address, where the browser keeps no cookie', '/widget?ref=0123456789', undefined, '0123456789'],
  ['the link of this page before that of an earlier one', '/?ref=0123456789', '9876543210', '0123456789'],
  ['the cookie, on a later page', '/login', '9876543210', '9876543210'],
  ['no client', '/login', undefined, ''],
])('3-52 who registers was brought by %s', async (_name, path, cookie, referrerId) => {
  expect(await send(path, cookie, 'password')).toMatchObject({ referrerId });
  expect(await send(path, cookie, 'oauth')).toMatchObject(referrerId === '' ? {} : { referrerId });
});
