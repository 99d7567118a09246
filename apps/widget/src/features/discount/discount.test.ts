import { describe, expect, test } from 'vitest';
import { discountView } from './discount-rules.ts';

const conf = [
  { number: 1, name: 'New', turnoverFrom: '0.00', percent: 0, fee: '1.4000' },
  { number: 2, name: 'Regular', turnoverFrom: '500.00', percent: 15, fee: '1.1900' },
  { number: 3, name: 'Frequent', turnoverFrom: '2000.00', percent: 30, fee: '0.9800' },
];
const config = (tierNumber: number, total: string) => ({
  conf,
  currency: 'EUR',
  currentFee: '',
  currentPercent: 0,
  maxPercent: 30,
  currentTier: conf[tierNumber - 1]?.turnoverFrom ?? '',
  nextLevel: conf[tierNumber]?.turnoverFrom ?? '',
  leftBeforeDiscount: '',
  prevFee: '',
  total,
  vipDiscount: 0,
  tierName: '',
  tierNumber,
});

describe('A-116 the way to the next tier', () => {
  test.each([
    [1, '0.00', 2, 0],
    [1, '250.00', 2, 50],
    [1, '499.99', 2, 99],
    [2, '1250.00', 3, 50],
    [3, '9999.00', undefined, 0],
    [0, '0.00', 1, 0],
  ])('on tier %i with %s', (tier, total, next, progress) => {
    const view = discountView(config(tier, total));
    expect([view.next?.number, view.progress, view.fullFee]).toEqual([next, progress, '1.4000']);
  });
});
