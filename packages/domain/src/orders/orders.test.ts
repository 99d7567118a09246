import { describe, expect, test } from 'vitest';
import { orderColour } from './order-colour.ts';
import { actionStatuses, finalStatuses, isCancelableStatus, orderStatuses } from './order-status.ts';
import { canTransition, isBeforeMoney, orderTransitions } from './order-transitions.ts';

describe('the transition table', () => {
  test('has a row for every status and names only known ones', () => {
    expect(Object.keys(orderTransitions).toSorted()).toEqual([...orderStatuses].toSorted());
    for (const next of Object.values(orderTransitions).flat()) expect(orderStatuses).toContain(next);
  });

  test.each(finalStatuses)('%s absorbs', (status) => {
    expect(orderTransitions[status]).toEqual([]);
  });

  test('every other status reaches a final one', () => {
    for (const status of orderStatuses.filter((candidate) => !finalStatuses.includes(candidate))) {
      expect(
        orderTransitions[status].some((next) => finalStatuses.includes(next)),
        status,
      ).toBe(true);
    }
  });

  test('money that has arrived cannot expire; a withdrawal can be canceled until it is signed, and nothing that has ended', () => {
    expect(canTransition('processing', 'expired')).toBe(false);
    expect(canTransition('processing', 'canceled')).toBe(true);
    expect(canTransition('finished', 'canceled')).toBe(false);
  });

  test('a finished order is never paid again', () => {
    expect(canTransition('finished', 'processing')).toBe(false);
  });

  test('A-092 an order can be canceled exactly while no money has arrived', () => {
    for (const status of orderStatuses) expect(isCancelableStatus(status)).toBe(isBeforeMoney(status));
  });
});

describe('4.10 colours', () => {
  test.each(['error', 'expired', 'refunded', 'canceled'])('4.10-01 %s is red', (status) =>
    expect(orderColour(status)).toBe('red'),
  );
  test.each([
    'payin_pending',
    'processing',
    'confirmation_pending',
    'pending',
    'email_pending',
    'verify_pending',
    ...actionStatuses,
  ])('4.10-02 %s is orange', (status) => expect(orderColour(status)).toBe('orange'));
  test('4.10-03 an unknown status is orange', () => expect(orderColour('something_new')).toBe('orange'));
  test('4.10-04 finished is green', () => expect(orderColour('finished')).toBe('green'));
});
