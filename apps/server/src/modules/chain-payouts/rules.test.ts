import { describe, expect, test } from 'vitest';
import { chooseFeeRate } from './network-cost.ts';
import { decideFollow } from './follow-payout.ts';

const needed = { payoutConfirmations: 2, settledConfirmations: 6 };
const transfer = (confirmations: number) => ({ confirmations, isCancel: false });
const look = (found: { confirmations: number; isCancel: boolean } | undefined) => ({ found, isOpen: false });
const cancel = (confirmations: number) => ({ confirmations, isCancel: true });

describe('following a pay-out that needs 2 confirmations', () => {
  test.each([
    ['in the mempool', 'broadcast', 0, 'broadcast', false, false],
    ['one block deep', 'broadcast', 1, 'broadcast', false, false],
    ['deep enough finishes the order', 'broadcast', 2, 'confirmed', false, false],
    ['thrown out before it counted is sent again', 'broadcast', undefined, 'broadcast', true, false],
    ['six deep is settled', 'confirmed', 6, 'settled', false, false],
    ['six deep at the first look is settled', 'broadcast', 7, 'settled', false, false],
    ['back in the mempool after it counted is a danger', 'confirmed', 0, 'confirmed', false, true],
    ['gone after it counted is sent again and a danger', 'confirmed', undefined, 'confirmed', true, true],
    ['deep again after a reorganisation is no danger', 'confirmed', 2, 'confirmed', false, false],
  ] as const)('%s', (_name, before, found, status, isRebroadcast, isEndangered) => {
    expect(decideFollow({ status: before }, look(found === undefined ? undefined : transfer(found)), needed)).toEqual({
      status,
      confirmations: found ?? 0,
      isRebroadcast,
      isWaiting: found === 0,
      isEndangered,
    });
  });

  test('a product that waits for more than six settles when it finishes', () => {
    const ten = { payoutConfirmations: 10, settledConfirmations: 10 };
    expect(decideFollow({ status: 'broadcast' }, look(transfer(8)), ten).status).toBe('broadcast');
    expect(decideFollow({ status: 'broadcast' }, look(transfer(10)), ten).status).toBe('settled');
  });
});

test('a pay-out is followed until what raised its fee is final too', () => {
  const open = { found: transfer(9), isOpen: true };
  expect(decideFollow({ status: 'confirmed' }, open, needed).status).toBe('confirmed');
});

describe('a stuck attempt holds no other payout back: following a number that is freed', () => {
  test.each([
    ['the cancel waits for a block', 'freeing', cancel(0), 'freeing', 0],
    ['a cancel in a block can still be thrown out', 'freeing', cancel(5), 'freeing', 0],
    ['only a final cancel frees the pay-out for another number', 'freeing', cancel(6), 'freed', 0],
    ['the network has neither', 'freeing', undefined, 'freeing', 0],
    ['the transfer waits beside the cancel', 'freeing', transfer(0), 'freeing', 0],
    ['the transfer came into a block instead', 'freeing', transfer(1), 'broadcast', 1],
    ['the transfer is deep when it is first seen', 'freeing', transfer(3), 'confirmed', 3],
    ['the transfer is final when it is first seen', 'freeing', transfer(6), 'settled', 6],
    ['blocks on a cancel confirm nothing', 'broadcast', cancel(5), 'broadcast', 0],
    ['a pay-out that had left is freed alike', 'broadcast', cancel(6), 'freed', 0],
    ['one that had counted is endangered, not confirmed', 'confirmed', cancel(5), 'confirmed', 0],
    ['and freed when nothing can bring it back', 'confirmed', cancel(6), 'freed', 0],
  ] as const)('%s', (_name, before, found, status, confirmations) => {
    expect(decideFollow({ status: before }, look(found), needed)).toEqual({
      status,
      confirmations,
      isRebroadcast: found === undefined,
      isWaiting: found?.confirmations === 0,
      isEndangered: before === 'confirmed',
    });
  });
});

test.each([
  [5n, 5n],
  [0n, 1n],
  [10_000n, 300n],
  [undefined, 10n],
])('an estimate of %s satoshi per byte is paid as %s', (estimate, rate) => {
  expect(chooseFeeRate(estimate)).toBe(rate);
});
