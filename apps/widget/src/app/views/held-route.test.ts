import { expect, test } from 'vitest';
import { readTarget } from '../router/target.ts';
import { heldRoute } from './step-frame.tsx';

const login = readTarget('/login?redirect=/settings');

test.each([
  ['4.6-03 log-in done: the page of it slides out as that page', '/', 'exchange', login],
  ['4.6-02 the same where it leads to another page', '/settings', 'exchange', login],
  ['the form asked for again', '/login?step=register', 'exchange', readTarget('/login?step=register')],
  ['2.3-33 the step of an order', '/', 'auth', readTarget('/')],
] as const)('%s', (_name, href, step, shown) =>
  expect(heldRoute({ current: readTarget(href), held: login, step }, 'auth')).toEqual(shown),
);

test.each([
  ['settings', '/settings/2fa', '/'],
  ['transactions', '/partner-transactions', '/transactions/none'],
  ['verification', '/verification/address', '/settings'],
] as const)('2.2-12 a page of %s slides out as itself, and shows the next of its own', (view, own, other) => {
  const held = readTarget(own);
  expect(heldRoute({ current: readTarget(other), held, step: 'exchange' }, view)).toBe(held);
  expect(heldRoute({ current: held, held: readTarget('/'), step: 'exchange' }, view)).toBe(held);
});
