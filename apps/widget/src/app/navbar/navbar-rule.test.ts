import { describe, expect, test } from 'vitest';
import { routeOf } from '../routes.ts';
import { navbarItems, type NavbarFacts } from './navbar-rule.ts';

const facts: NavbarFacts = { mode: 'normal', isAuthorized: true, isFlagOn: () => true };
const shown = (changes: Partial<NavbarFacts>) =>
  navbarItems({ ...facts, ...changes }).map(({ route }) => routeOf(route).path);
const all = ['/home', '/', '/transactions'];

describe('the bar at the bottom of a phone', () => {
  test('2.4-12 has the wallet, the exchange and the transactions', () => {
    expect(shown({})).toEqual(all);
    expect(shown({ mode: 'cabinet' })).toEqual(all);
  });
  test('a page that is switched off is not in it', () => {
    expect(shown({ isFlagOn: (flag) => flag === 'navbar' })).toEqual(all.filter((path) => path !== '/home'));
  });
  test.each<[string, Partial<NavbarFacts>]>([
    ['a visitor', { isAuthorized: false }],
    ['a client without the feature', { isFlagOn: (flag) => flag !== 'navbar' }],
    ['a page that sells one thing', { mode: 'directBuy' }],
    ['a shop', { mode: 'merchant' }],
  ])('1-27, 2.4-13 %s has none', (_who, changes) => {
    expect(shown(changes)).toEqual([]);
  });
});
