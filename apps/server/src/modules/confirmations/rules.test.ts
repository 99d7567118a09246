import { describe, expect, test } from 'vitest';
import { judgeApproval, readApprovalCode, type JudgedConfirmation } from './rules.ts';

const now = new Date('2026-01-15T12:00:00Z');
const code: JudgedConfirmation = {
  isEqual: true,
  isReplaced: false,
  attempts: 4,
  expiresAt: new Date(now.getTime() + 1),
  usedAt: null,
};

describe('the code that approves an order', () => {
  test.each([
    [' 1234567 ', '123456'],
    ['123456', '123456'],
    ['\t000000\n', '000000'],
    ['12345', undefined],
    ['12345a7', undefined],
    ['123 456', undefined],
    ['١٢٣٤٥٦', undefined],
    ['', undefined],
  ])('5-01 %j is read as %s', (text, read) => expect(readApprovalCode(text)).toBe(read));

  test.each<[string, Partial<JudgedConfirmation>, string]>([
    ['right', {}, 'right'],
    ['wrong', { isEqual: false }, 'wrong'],
    ['right, but after five wrong tries', { attempts: 5 }, 'too many'],
    ['right, but at the end of its time', { expiresAt: now }, 'expired'],
    ['right, but a newer one was sent', { isReplaced: true }, 'expired'],
    ['right again', { usedAt: now }, 'again'],
    ['another one after it was used', { usedAt: now, isEqual: false }, 'wrong'],
    ['right again after a guesser used up the tries', { usedAt: now, attempts: 5 }, 'wrong'],
  ])('%s', (_why, changes, verdict) => expect(judgeApproval({ ...code, ...changes }, now)).toBe(verdict));
});
