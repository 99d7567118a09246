import { describe, expect, test } from 'vitest';
import { type GuardFacts, decide } from './guards/decide.ts';
import { makeTarget, readTarget } from './router/target.ts';
import type { RouteName } from './routes.ts';

const visitor: GuardFacts = {
  isAuthorized: false,
  isMerchant: false,
  isAgreementRequired: false,
  mode: 'normal',
  host: { isRoutingOff: false },
  isFlagOn: () => true,
  isMet: () => true,
};
const client: GuardFacts = { ...visitor, isAuthorized: true };
const shop: GuardFacts = { ...visitor, isMerchant: true, mode: 'merchant' };
const from = makeTarget('language');

/** The routes: who may open each, and whether a shop's page has it. */
const rows: readonly (readonly [
  row: string,
  path: string,
  name: RouteName,
  who: 'all' | 'clients',
  inShop: boolean,
])[] = [
  ['2.1-01', '/', 'order-stepper', 'all', true],
  ['2.1-33', '/buysell?payin_amount=5', 'order-stepper', 'all', true],
  ['2.1-32', '/widget', 'order-stepper', 'all', true],
  ['2.1-03', '/order-status/CW7Q2M9V4T8K1N5X3B', 'order-status', 'all', true],
  ['2.1-11', '/affiliate', 'affiliate', 'clients', false],
  ['2.1-12', '/affiliate/payouts', 'affiliate-payouts', 'clients', false],
  ['2.1-14', '/balance/operations', 'balance-operations', 'clients', false],
  ['2.1-14', '/balance/deposit?depositCurrency=BTC', 'balance-deposit', 'clients', false],
  ['2.1-14', '/balance/withdrawal', 'balance-withdrawal', 'clients', false],
  ['2.1-17', '/transactions', 'transactions', 'clients', false],
  ['2.1-18', '/partner-transactions', 'partner-transactions', 'clients', false],
  ['2.1-19', '/discount', 'discount', 'clients', false],
  ['2.1-20', '/language', 'language', 'all', true],
  ['2.1-21', '/faq', 'faq', 'all', true],
  ['2.1-22', '/about-causeway', 'about', 'all', true],
  ['2.1-23', '/settings', 'settings', 'clients', false],
  ['2.1-24', '/settings/2fa', 'settings-2fa', 'clients', false],
  ['2.1-24', '/settings/change-password', 'settings-change-password', 'clients', false],
  ['2.1-24', '/settings/delete-account', 'settings-delete-account', 'clients', false],
  ['1-18', '/settings/cards', 'settings-cards', 'clients', false],
  ['2.1-24', '/settings/subscription', 'settings-subscription', 'clients', false],
  ['2.1-26', '/notifications', 'notifications', 'clients', false],
  ['2.1-25', '/home', 'home', 'clients', false],
];

describe('2.1 the route table', () => {
  test.each(rows)('%s %s is %s, for %s', (_row, path, name, who, inShop) => {
    const to = readTarget(path);
    expect(to.name).toBe(name);
    expect(decide(to, from, client)).toEqual({ do: 'allow' });
    const login = { do: 'go', name: 'auth', query: { redirect: to.href } };
    expect(decide(to, from, visitor)).toEqual(who === 'all' ? { do: 'allow' } : login);
    expect(decide(to, from, shop).do).toBe(inShop ? 'allow' : 'stay');
  });

  test('2.1-02 /company-changes is for a client who is asked, and no shop has it', () => {
    const to = readTarget('/company-changes');
    expect(decide(to, from, { ...client, isAgreementRequired: true })).toEqual({ do: 'allow' });
    expect(decide(to, from, visitor)).toEqual({ do: 'back' });
    expect(decide(to, from, { ...shop, isAgreementRequired: true })).toEqual({ do: 'back' });
  });

  test('1-25, 2.1-13, 2.1-15, 2.1-25 the wallet is there where its feature is on, and then in the place of /balance', () => {
    const [home, balance] = [readTarget('/home'), readTarget('/balance')];
    const off = { ...client, isFlagOn: () => false };
    expect(decide(home, from, off).do).toBe('stay');
    expect(decide(balance, from, client)).toEqual({ do: 'go', name: 'home' });
    expect(decide(balance, from, off)).toEqual({ do: 'allow' });
    expect(decide(balance, from, { ...visitor, isFlagOn: () => false })).toMatchObject({ do: 'go', name: 'auth' });
    expect(decide(balance, from, { ...shop, isFlagOn: () => false }).do).toBe('stay');
    expect(decide(home, from, shop).do).toBe('stay');
  });

  test('2.1-05 /login is for visitors, and no shop has it', () => {
    const to = readTarget('/login?step=register');
    expect([to.name, to.query['step']]).toEqual(['auth', 'register']);
    expect(decide(to, from, visitor)).toEqual({ do: 'allow' });
    expect(decide(to, from, shop).do).toBe('stay');
  });
});
