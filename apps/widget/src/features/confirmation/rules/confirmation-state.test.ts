import { describe, expect, test } from 'vitest';
import {
  codeSendingDelay,
  failConfirmation,
  isCodeReady,
  openConfirmation,
  readRefusal,
  resetConfirmation,
  startLoading,
  takeResent,
} from './confirmation-state.ts';

const now = 1_790_000_000_000;
const details = {
  uuid: 'one',
  niceId: 'CW1',
  expirationSec: 60,
  expirationTimeSec: now / 1000 + 42,
  codeFrom: 'email' as const,
};

describe('4.8 confirmation', () => {
  const opened = openConfirmation(details, now, true);
  test('3-41, 4.8-01 it begins with its details and no code', () => {
    expect(opened).toMatchObject({
      status: 'initial',
      error: undefined,
      confirmationDetails: details,
      confirmationCode: '',
    });
  });
  test('4.8-02 an error fails it', () =>
    expect(failConfirmation(opened, 'No.', true)).toMatchObject({ status: 'failed', error: 'No.' }));
  test('4.8-03 a reset begins again', () =>
    expect(resetConfirmation(failConfirmation(opened, 'No.', true))).toMatchObject({
      status: 'initial',
      error: undefined,
    }));
  test('5-02 a code goes out at exactly 6 characters, and not while one is on its way', () => {
    expect(['40721', '407218', '4072180'].map((code) => isCodeReady(opened, code))).toEqual([false, true, false]);
    expect(isCodeReady(startLoading(opened), '407218')).toBe(false);
    expect(isCodeReady(failConfirmation(opened, 'No.', true), '407218')).toBe(true);
  });
  test('4.8-05 another code is loaded and then begins again', () => {
    const loading = startLoading(failConfirmation(opened, 'No.', true));
    expect(loading).toMatchObject({ status: 'loading', error: undefined });
    const resent = takeResent(loading, { ...details, uuid: 'two' }, now, 'Something went wrong');
    expect(resent).toMatchObject({ status: 'initial', confirmationDetails: { uuid: 'two' }, confirmationCode: '' });
  });
  test('4.8-06, 8-08 the same identifier means that no code was sent', () => {
    const same = takeResent(startLoading(opened), { ...details, expirationSec: 30 }, now, 'Something went wrong');
    expect(same).toMatchObject({ status: 'failed', error: 'Something went wrong' });
    expect(codeSendingDelay(same, now)).toBe(30);
  });
  test('4.8-07, 9-06 the delay counts down from the expiration seconds', () => {
    expect([0, 1000, 59_001, 60_000, 90_000].map((after) => codeSendingDelay(opened, now + after))).toEqual([
      60, 59, 1, 0, 0,
    ]);
  });
  test('A-016 after a reload the delay is rebuilt from the moment', () => {
    expect(codeSendingDelay(openConfirmation(details, now, false), now)).toBe(42);
  });
});

describe('8-10, 7-22 why an approval was refused', () => {
  const item = (field: string, code: 'CODE_WRONG' | 'BALANCE_SHORT', text = '') => ({
    type: 'danger' as const,
    field,
    code,
    text,
  });
  const say = (key: string) => key;
  test.each([
    ['its first error', [item('balance', 'BALANCE_SHORT'), item('code', 'CODE_WRONG')], 'tpl:error:CODE_WRONG'],
    ['an error of the balance', [item('balance', 'BALANCE_SHORT', 'Not enough.')], 'Not enough.'],
    ['nothing that is known', [], 'tpl:common:error:unknown'],
  ])('%s', (_name, items, text) => expect(readRefusal(items, say).text).toBe(text));
});
