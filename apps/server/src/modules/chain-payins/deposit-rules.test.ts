import { describe, expect, test } from 'vitest';
import { decideDeposit } from './follow-deposits.ts';

const needed = { payinConfirmations: 3, balanceConfirmations: 12, settledConfirmations: 12 };
const paidTo = { order: null, balance: 'a client' };

describe('a deposit that counts at 3 confirmations for an order, at 12 for a balance, and settles at 12', () => {
  test.each([
    ['order', 'seen', 0, 'wait'],
    ['order', 'seen', 2, 'wait'],
    ['order', 'seen', 3, 'credit'],
    ['order', 'seen', 40, 'credit'],
    ['balance', 'seen', 3, 'wait'],
    ['balance', 'seen', 11, 'wait'],
    ['balance', 'seen', 12, 'credit'],
    ['balance', 'seen', undefined, 'forget'],
    ['order', 'seen', undefined, 'forget'],
    ['order', 'credited', 3, 'wait'],
    ['order', 'credited', 1, 'wait'],
    ['order', 'credited', 0, 'lose'],
    ['order', 'credited', undefined, 'lose'],
    ['order', 'credited', 12, 'settle'],
    ['balance', 'credited', 12, 'settle'],
    ['order', 'lost', undefined, 'wait'],
    ['order', 'lost', 0, 'wait'],
    ['order', 'lost', 1, 'regain'],
  ] as const)('%s, %s with %s: %s', (payee, status, confirmations, step) => {
    expect(decideDeposit({ status, clientId: paidTo[payee] }, confirmations, needed)).toBe(step);
  });
});
