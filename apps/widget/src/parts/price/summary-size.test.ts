import { describe, expect, test } from 'vitest';
import { fitSummary } from './purchase-summary.tsx';

describe('2.3-34, 9-29 the purchase summary font shrinks between 8 and 14 px', () => {
  test.each([
    [20, { size: 14, badges: true }],
    [14, { size: 14, badges: true }],
    [13.9, { size: 13.5, badges: true }],
    [8, { size: 8, badges: true }],
    [7.9, { size: 8, badges: false }],
  ])('when at most %s px fit', (most, fit) => {
    expect(fitSummary((size) => size <= most)).toEqual(fit);
  });
});
