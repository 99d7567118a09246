import { describe, expect, test } from 'vitest';
import { makeTarget, readTarget } from '../router/target.ts';
import { routes, isMet } from '../routes.ts';
import { type GuardFacts, decide, hostSettings, matchName } from './decide.ts';
import { safeRedirect } from './safe-redirect.ts';

const facts: GuardFacts = {
  isAuthorized: false,
  isMerchant: false,
  isAgreementRequired: false,
  mode: 'normal',
  host: { isRoutingOff: false },
  isFlagOn: () => true,
  isMet: () => true,
};
const client = { ...facts, isAuthorized: true };
const start = makeTarget('order-stepper');

describe('2.2 route guards', () => {
  test('2.2-02, 6-09 a required agreement comes before every route, with the wanted path', () => {
    const decision = decide(readTarget('/transactions?method=sepa'), start, { ...client, isAgreementRequired: true });
    expect(decision).toEqual({ do: 'go', name: 'company-changes', query: { redirect: '/transactions?method=sepa' } });
    expect(decide(makeTarget('company-changes'), start, { ...client, isAgreementRequired: true }).do).toBe('allow');
  });
  test('A-049 the agreement is asked of no visitor', () => {
    expect(decide(makeTarget('faq'), start, { ...facts, isAgreementRequired: true }).do).toBe('allow');
  });
  test('2.2-03 company-changes without need goes back', () => {
    expect(decide(makeTarget('company-changes'), start, client)).toEqual({ do: 'back' });
  });
  test('2.2-04 a host can switch routing off', () => {
    expect(decide(makeTarget('faq'), start, { ...facts, host: { isRoutingOff: true } }).do).toBe('stay');
  });
  test('2.2-05 a host can allow names and patterns', () => {
    const host = { isRoutingOff: false, allowed: [['faq', 'verification*']] };
    expect(decide(makeTarget('faq'), start, { ...client, host }).do).toBe('allow');
    expect(decide(makeTarget('verification-email'), start, { ...client, host }).do).toBe('allow');
    expect(decide(makeTarget('language'), start, { ...client, host }).do).toBe('stay');
    expect(decide(makeTarget('auth'), start, { ...facts, host }).do).toBe('allow');
  });
  test('2.2-07 a signed-in client stays where a login link was', () => {
    expect(decide(makeTarget('auth'), start, client).do).toBe('stay');
  });
  test('A-051 a login page opened first by a signed-in client leads on', () => {
    const opened = (query: Record<string, string>, isFlagOn = () => true) =>
      decide(makeTarget('auth', {}, query), undefined, { ...client, isFlagOn });
    expect(opened({ redirect: '/settings' })).toEqual({ do: 'back' });
    expect(opened({})).toEqual({ do: 'go', name: 'home' });
    expect(opened({}, () => false)).toEqual({ do: 'go', name: 'order-stepper' });
  });
  test.each(routes.map((route) => [route.name, route.merchant] as const))(
    '2.2-08, 6-07 merchant mode and %s',
    (name, isAllowed) => {
      const decision = decide(makeTarget(name), start, { ...facts, isMerchant: true, mode: 'merchant' });
      const expected = isAllowed ? 'allow' : name === 'company-changes' ? 'back' : 'stay';
      expect(decision.do).toBe(expected);
    },
  );
  test.each(routes.map((route) => [route.name, route.auth] as const))(
    '2.2-09, 6-01, 6-03, 6-10 a visitor and %s',
    (name, isOwned) => {
      const to = makeTarget(name);
      const decision = decide(to, start, facts);
      if (!isOwned) expect(decision).toEqual({ do: 'allow' });
      else if (name === 'company-changes') expect(decision).toEqual({ do: 'back' });
      else expect(decision).toEqual({ do: 'go', name: 'auth', query: { redirect: to.href } });
    },
  );
  test('2.2-10 a condition blocks', () => {
    expect(decide(makeTarget('discount'), start, { ...client, isMet: (name) => name !== 'discount' }).do).toBe('stay');
  });
  test.each([
    ['a partner has no discounts', { isAuthorized: 1, isSpecialPartner: 1 }, ['discount']],
    ['no other client the list of partners', { isAuthorized: 1, isSpecialPartner: 0 }, ['partner-transactions']],
    ['who is signed in and not read yet may be either', { isAuthorized: 0, isSpecialPartner: 0 }, []],
  ] as const)('A-054 A-055 2.1-18 6-04 %s, and all else is open', (_name, known, closed) =>
    expect(routes.filter(({ name }) => !isMet(name, known)).map(({ name }) => name)).toEqual(closed),
  );
  test('A-048 of guards that all refuse the earlier one speaks: agreement, host, merchant, authentication, condition', () => {
    const to = makeTarget('discount');
    const shut = { host: { isRoutingOff: true } };
    const say = (part: Partial<GuardFacts>) => {
      const said = decide(to, start, { ...client, ...part });
      return said.do === 'stay' ? said.why : said.do === 'go' ? said.name : said.do;
    };
    expect(say({ ...shut, isAgreementRequired: true, isMet: () => false })).toBe('company-changes');
    expect(say({ ...shut, isMerchant: true, isMet: () => false })).toBe('Routing is switched off by the host');
    const asMerchant = { isMerchant: true, isAuthorized: false, isMet: () => false };
    expect(say(asMerchant)).toBe('Route discount is not allowed in merchant mode');
    expect(say({ isAuthorized: false, isMet: () => false })).toBe('auth');
    expect(say({ isMet: () => false })).toBe('Route discount is not allowed by its condition');
    expect(say({})).toBe('allow');
  });
  test('A-048 a host closes neither the sign-in nor the agreement', () => {
    const shut = { host: { isRoutingOff: true, allowed: [['faq']] } };
    expect(decide(makeTarget('auth'), start, { ...facts, ...shut }).do).toBe('allow');
    const asked = { ...client, ...shut, isAgreementRequired: true };
    expect(decide(makeTarget('company-changes'), start, asked).do).toBe('allow');
  });
  test('2.2-05 of the lists of partner and page a route must be in both', () => {
    const of = (routesOfPage: string, ofPartner: string[] | null) =>
      hostSettings({ routes: routesOfPage, isRoutingOff: false }, ofPartner);
    const can = (settings: GuardFacts['host']) =>
      (['faq', 'language'] as const).filter(
        (name) => decide(makeTarget(name), start, { ...facts, host: settings }).do === 'allow',
      );
    expect(can(of('', null))).toEqual(['faq', 'language']);
    expect(can(of('', []))).toEqual(['faq', 'language']);
    expect(can(of('faq, order-*', null))).toEqual(['faq']);
    expect(can(of('', ['language']))).toEqual(['language']);
    expect(can(of('faq', ['language']))).toEqual([]);
  });
  test('2.1-16 a route with a flag that is off is blocked', () => {
    expect(decide(makeTarget('balance-withdrawal'), start, { ...client, isFlagOn: () => false }).do).toBe('stay');
  });
  test('1-37 directBuy reaches four routes', () => {
    const reached = (['order-stepper', 'order-status', 'verification-email', 'faq', 'language'] as const).filter(
      (name) => decide(makeTarget(name), start, { ...client, mode: 'directBuy' }).do === 'allow',
    );
    expect(reached).toEqual(['order-stepper', 'order-status', 'verification-email']);
  });
});

test('A-053 a star matches any run of characters, a plain name itself', () => {
  expect(matchName('verification*', 'verification-email')).toBe(true);
  expect(matchName('verification', 'verification-email')).toBe(false);
  expect(matchName('*status', 'order-status')).toBe(true);
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'faq', undefined])(
  'A-052 a redirect to %j is not followed',
  (redirect) => expect(safeRedirect(redirect)).toBeUndefined(),
);
