import { describe, expect, test, vi } from 'vitest';
import type { Api } from '../../lib/api/api.ts';
import { type AcceptOptions, acceptChanges } from './company-changes-screen.tsx';

const isApi = (_value: unknown): _value is Api => true;
/** Answers only when the call succeeded, as `useSave` does. */
const run: AcceptOptions['saving']['run'] = async (call) => {
  try {
    const answer = await call();
    return answer.success === 1 ? answer : undefined;
  } catch {
    return undefined;
  }
};

async function accept(answer: () => Promise<{ success: 0 | 1; errors: [] }>) {
  const api = { call: vi.fn(answer) };
  if (!isApi(api)) throw new Error('never');
  const [onAccepted, onFailed] = [vi.fn(async () => undefined), vi.fn()];
  await acceptChanges({ api, saving: { run }, onAccepted, onFailed }, { version: '3', isAgree: true });
  expect(api.call).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ path: '/client/company_changes/accept' }),
    {
      version: '3',
      isAgree: true,
    },
  );
  return [onAccepted.mock.calls.length, onFailed.mock.calls.length];
}

describe('8-11, A-105 accepting the changed agreement', () => {
  test.each([
    ['goes on', async () => ({ success: 1 as const, errors: [] as [] }), [1, 0]],
    ['refused is notified, and stays', async () => ({ success: 0 as const, errors: [] as [] }), [0, 1]],
    ['without an answer is notified, and stays', () => Promise.reject(new Error('offline')), [0, 1]],
  ])('%s', async (_name, answer, expected) => expect(await accept(answer)).toEqual(expected));
});
