import { describe, expect, test } from 'vitest';
import { type Benefit, bestBenefit } from './benefits.ts';
import { type Coupon, type CouponUse, judgeCoupon, normalCode } from './coupon.ts';

const now = new Date('2026-01-15T12:00:00Z');
const day = 24 * 3600 * 1000;
const later = (days: number) => new Date(now.getTime() + days * day);
const coupon: Coupon = {
  code: 'WELCOME',
  percentOff: 50,
  startsAt: later(-1),
  endsAt: later(1),
  usesMax: 10,
  clientUsesMax: 2,
  payinMinEur: 10_000n,
  isActive: true,
};
const use: CouponUse = { now, uses: 9, clientUses: 1, payinEur: 10_000n };

describe('3-21 what a coupon comes to', () => {
  test.each<[string, Partial<Coupon>, Partial<CouponUse>, string]>([
    ['within everything', {}, {}, 'active'],
    ['switched off', { isActive: false }, {}, 'unknown'],
    ['before its time', { startsAt: later(0.01) }, {}, 'early'],
    ['from its first moment', { startsAt: now }, {}, 'active'],
    ['at its last moment', { endsAt: now }, {}, 'expired'],
    ['without an end', { endsAt: null }, { now: later(999) }, 'active'],
    ['used up by everybody', {}, { uses: 10 }, 'used'],
    ['without a number of uses', { usesMax: null }, { uses: 99 }, 'active'],
    ['used up by this client', {}, { clientUses: 2 }, 'used'],
    ['a cent below its minimum', {}, { payinEur: 9_999n }, 'minimum'],
    ['with no amount yet', {}, { payinEur: undefined }, 'active'],
    ['over and below its minimum', { endsAt: now }, { payinEur: 1n }, 'expired'],
  ])('%s', (_why, changes, question, verdict) => {
    expect(judgeCoupon({ ...coupon, ...changes }, { ...use, ...question })).toBe(verdict);
  });

  test('a code that does not exist', () => expect(judgeCoupon(undefined, use)).toBe('unknown'));

  test('5-12 an entered code is trimmed and compared in upper case', () => {
    expect(normalCode('  welcome\t')).toBe('WELCOME');
  });
});

describe('the best of several benefits', () => {
  const tier: Benefit = { source: 'tier', percentOff: 20, code: 'Silver' };
  const next: Benefit = { source: 'next_order', percentOff: 100, code: '' };
  const welcome: Benefit = { source: 'coupon', percentOff: 50, code: 'WELCOME' };
  const gift: Benefit = { source: 'coupon', percentOff: 100, code: 'GIFT' };

  test.each<[string, Benefit[], Benefit | undefined]>([
    ['nothing', [], undefined],
    ['the larger', [tier, welcome], welcome],
    ['of equals the one that is there anyway', [next, gift], next],
    ['never two at once', [tier, welcome, next], next],
  ])('%s', (_why, benefits, best) => expect(bestBenefit(benefits)).toEqual(best));
});
