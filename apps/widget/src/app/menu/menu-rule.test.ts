import { describe, expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { menuKeys, menuPlace, menuRoutes, type MenuFacts } from './menu-rule.ts';

const off = () => false;
const signedIn = { isAuthorized: 1, isSpecialPartner: 0 } as const;
const visitor = { isAuthorized: 0, isSpecialPartner: 0 } as const;

describe('2.4 header menu', () => {
  test('1-01 visitor, client, partner and merchant mode differ', () => {
    const partner = { ...signedIn, isSpecialPartner: 1 } as const;
    const of = (client: MenuFacts['client'], isMerchant: boolean) =>
      menuKeys({ isMerchant, client, isFlagOn: off }).join(' ');
    const menus = [of(visitor, false), of(signedIn, false), of(partner, false), of(signedIn, true)];
    expect(new Set(menus).size).toBe(4);
    // Merchant mode belongs to a session, for any signed-in client.
    expect(new Set([visitor, signedIn, partner].map((client) => of(client, true)))).toEqual(new Set(menus.slice(3)));
  });
  test('2.4-01 merchant mode', () => {
    expect(menuKeys({ isMerchant: true, client: signedIn, isFlagOn: off })).toEqual(['language', 'about', 'faq']);
  });
  test('2.4-02 guest', () => {
    expect(menuKeys({ isMerchant: false, client: visitor, isFlagOn: off })).toEqual([
      'buy',
      'language',
      'about',
      'faq',
      'login',
    ]);
  });
  test('2.4-03 to 2.4-11 signed in, every flag off', () => {
    expect(menuKeys({ isMerchant: false, client: signedIn, isFlagOn: off })).toEqual([
      'buy',
      'balance',
      'transactions',
      'discount',
      'verification',
      'affiliate',
      'language',
      'about',
      'faq',
      'settings',
      'logout',
    ]);
  });
  test.each([
    ['2.4-05', 'buy', '/'],
    ['2.4-07', 'transactions', '/transactions'],
    ['2.4-11', 'settings', '/settings'],
  ] as const)('%s the entry %s opens %s', (_row, key, path) => {
    expect(routes.find(({ name }) => name === menuRoutes[key])?.path).toBe(path);
  });
  test('2.4-04, 2.4-06, 2.4-08, 2.4-10 every flag on', () => {
    const keys = menuKeys({ isMerchant: false, client: signedIn, isFlagOn: () => true });
    expect(keys).toContain('home');
    expect(keys).toContain('notifications');
    expect(keys).not.toContain('balance');
    expect(keys).not.toContain('verification');
  });
  test('2.4-09 the special partner type sees no discount', () => {
    expect(menuKeys({ isMerchant: false, client: { ...signedIn, isSpecialPartner: 1 }, isFlagOn: off })).not.toContain(
      'discount',
    );
  });
});

describe('the entry of a page', () => {
  test.each([
    ['balance', 'balance', 'page'],
    ['balance-operations', 'balance', 'section'],
    ['settings-2fa', 'settings', 'section'],
    ['verification-basic', 'verification', 'section'],
    ['partner-transactions', 'transactions', 'section'],
    ['affiliate-statistic', 'affiliate', 'section'],
    ['about', 'about', 'page'],
    ['order-stepper', 'buy', 'page'],
  ] as const)('%s is marked at %s, as the %s', (route, key, current) =>
    expect(menuPlace(route)).toEqual({ key, current }),
  );
  test.each(['order-status', 'company-changes', 'handover'] as const)('%s has none', (route) =>
    expect(menuPlace(route)).toBeUndefined(),
  );
});
