import { describe, expect, test } from 'vitest';
import { readTarget } from '../router/target.ts';
import { shownOrder } from './order-view.tsx';

describe('4.10-10 the order that its page asks for', () => {
  test.each([
    ['the page of an order', '/order-status/CW1', '', 'CW1'],
    ['the page of another order', '/order-status/CW2', 'CW1', 'CW2'],
    ['the exchange, while the order slides out', '/', 'CW1', 'CW1'],
    ['the sign-in, while the order slides out', '/auth?redirect=/order-status/CW1', 'CW1', 'CW1'],
  ])('%s: %s', (_name, href, shown, number) =>
    expect(shownOrder(readTarget(href).params['orderId'], shown)).toBe(number),
  );
});
