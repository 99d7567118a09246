import { expect, test } from 'vitest';
import { badgeInk } from './currency-badge.tsx';

test.each(['#627eea', '#23916f', '#2775ca', '#23292f', '#8a3ff0', '#d9112b', '#345d9d'])(
  'white reaches 3:1 on %s',
  (colour) => {
    expect(badgeInk(colour)).toBe('#fff');
  },
);

test.each(['#f7931a', '#c2a633', '#f0b90b', '#ffffff'])('%s takes dark ink', (colour) => {
  expect(badgeInk(colour)).not.toBe('#fff');
});
