import { describe, expect, test } from 'vitest';
import { decideDeposit } from './follow-deposits.ts';

describe('a deposit that counts at 3 confirmations and settles at 12', () => {
  test.each([
    ['seen', 0, 'wait'],
    ['seen', 2, 'wait'],
    ['seen', 3, 'credit'],
    ['seen', 40, 'credit'],
    ['seen', undefined, 'forget'],
    ['credited', 3, 'wait'],
    ['credited', 1, 'wait'],
    ['credited', 0, 'lose'],
    ['credited', undefined, 'lose'],
    ['credited', 12, 'settle'],
    ['lost', undefined, 'wait'],
    ['lost', 0, 'wait'],
    ['lost', 1, 'regain'],
  ] as const)('%s with %s: %s', (status, confirmations, step) => {
    expect(decideDeposit(status, confirmations, { payinConfirmations: 3, settledConfirmations: 12 })).toBe(step);
  });
});
