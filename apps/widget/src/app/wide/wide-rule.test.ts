import { describe, expect, test } from 'vitest';
import { type RouteName, routes } from '../routes.ts';
import { isCabinet, isExchangeBeside, isPageAllowed, type WideFacts } from './wide-rule.ts';

const alone: WideFacts = {
  mode: 'normal',
  isFramed: false,
  isInShell: false,
  isSignedIn: true,
  isHeaderHidden: false,
};

describe('the cabinet as a page', () => {
  test('a signed-in client who has it alone in the window sees it', () => expect(isPageAllowed(alone)).toBe(true));
  test.each<[string, Partial<WideFacts>]>([
    ['a visitor', { isSignedIn: false }],
    ['a page around it', { isFramed: true }],
    ['the native shell', { isInShell: true }],
    ['a site without the header', { isHeaderHidden: true }],
    ['the mode of a cabinet around it', { mode: 'cabinet' }],
    ['the mode cabinet-buy-sell', { mode: 'cabinet-buy-sell' }],
    ['the mode directBuy', { mode: 'directBuy' }],
    ['a shop', { mode: 'merchant' }],
  ])('1-34, 1-35 %s keeps the card', (_who, changes) => expect(isPageAllowed({ ...alone, ...changes })).toBe(false));

  const cards = ['order-stepper', 'order-status', 'auth', 'handover', 'company-changes'];
  test.each(routes.map(({ name }) => name))('the route %s is in its place', (name) =>
    expect(isCabinet(name)).toBe(!cards.includes(name)),
  );

  test.each<[RouteName, boolean]>([
    ['balance', true],
    ['balance-operations', true],
    ['transactions', true],
    ['affiliate-statistic', true],
    ['faq', true],
    ['balance-deposit', false],
    ['balance-withdrawal', false],
    ['verification', false],
    ['verification-identity', false],
    ['settings', false],
    ['settings-2fa', false],
    ['order-stepper', false],
    ['order-status', false],
    ['auth', false],
  ])('the exchange is at hand beside %s: %s', (name, isBeside) => expect(isExchangeBeside(name)).toBe(isBeside));
});
