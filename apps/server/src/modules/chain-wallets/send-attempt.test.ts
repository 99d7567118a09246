import { describe, expect, test } from 'vitest';
import { decideAttempt } from './send-attempt.ts';

const now = new Date('2026-11-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ maxFeePerGas, maxPriorityFeePerGas });
const transfer = (minutes: number) => ({ isCancel: false, createdAt: ago(minutes), ...fees(1000n, 100n) });
const cancel = (minutes: number) => ({ ...transfer(minutes), isCancel: true });
const dearer = fees(1131n, 114n);

describe('a stuck attempt is priced again or freed: which bytes replace the newest ones', () => {
  test.each([
    ['too young for a higher fee', { newest: transfer(2) }, undefined],
    ['waited too long', { newest: transfer(4) }, { isCancel: false, fees: dearer }],
    ['refused for a moment', { newest: transfer(60), change: 'cancel', refusedAt: ago(14) }, undefined],
    ['never refused', { newest: transfer(60), change: 'cancel' }, undefined],
    [
      'refused for too long',
      { newest: transfer(1), change: 'cancel', refusedAt: ago(16) },
      { isCancel: true, fees: dearer },
    ],
    ['a cancel that waits is never a transfer again', { newest: cancel(4) }, { isCancel: true, fees: dearer }],
    ['a cancel that is refused waits like any', { newest: cancel(2), change: 'cancel', refusedAt: ago(90) }, undefined],
    [
      'a refused cancel is priced again',
      { newest: cancel(4), change: 'cancel', refusedAt: ago(90) },
      { isCancel: true, fees: dearer },
    ],
    ['unwanted, too young', { newest: transfer(2), change: 'outbid' }, undefined],
    ['unwanted, waited too long', { newest: transfer(4), change: 'outbid' }, { isCancel: true, fees: dearer }],
    ['the most we pay ends a higher fee', { newest: transfer(4), most: 1130n }, undefined],
    [
      'but not a cancel',
      { newest: transfer(4), most: 1130n, change: 'cancel', refusedAt: ago(16) },
      { isCancel: true, fees: fees(1130n, 114n) },
    ],
    [
      'the chain asks more than an eighth more',
      { newest: transfer(4), estimate: fees(5000n, 200n) },
      { isCancel: false, fees: fees(5000n, 200n) },
    ],
  ] as const)('%s', (_name, given, expected) => {
    const usual = { now, refusedAt: null, estimate: fees(0n, 0n), most: 10_000n, change: 'dearer' } as const;
    expect(decideAttempt({ ...usual, ...given })).toEqual(expected);
  });
});
