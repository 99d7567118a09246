import { allCalls } from '@causeway/contract/calls/all-calls';
import { describe, expect, test } from 'vitest';
import { addressFamily } from './address-family.ts';
import { budgetOf, callsWithBudgets, everything } from './budgets.ts';
import { guessNames, rowOf } from './guesses.ts';

const minuteMs = 60_000;
const accessOf = new Map(allCalls.map(({ name, access }) => [name, access]));

/** How often the widget polls, and whether the request is aimed at one order or made by one client. */
const pollers = [
  { row: '9-02 an order on screen', call: 'getOrder', everyMs: 8_000 },
  { row: '9-03 the balance', call: 'getBalance', everyMs: 10_000 },
  { row: '9-04 verification, in development', call: 'updateVerification', everyMs: 5_000 },
  { row: '7-37 a wizard, in development', call: 'getWizardInfo', everyMs: 5_000 },
  { row: 'a wizard on a phone', call: 'getHandedWizard', everyMs: 5_000 },
  { row: '9-07 an amount being typed', call: 'getCalculation', everyMs: 600 },
  { row: '9-09 the client after token events', call: 'getClient', everyMs: 2_000 },
  { row: '4.11 refresh, with every try', call: 'refreshAccessToken', everyMs: 1_200 },
] as const;

describe('no poller of the widget meets a budget', () => {
  test.each(pollers)('$row', ({ call, everyMs }) => {
    expect(accessOf.has(call)).toBe(true);
    const { address, targets = {} } = budgetOf(call, accessOf.get(call) ?? 'client');
    const once = minuteMs / everyMs;
    // What one person does in a busy household; what lasts only moments, in two of its tabs.
    const tabs = everyMs < 5_000 ? 2 : 8;
    expect(address).toBeGreaterThanOrEqual(once * tabs);
    for (const { max, seconds } of Object.values(targets))
      expect((max * 60) / seconds).toBeGreaterThanOrEqual(once * tabs);
  });

  test('all of them together', () => {
    const sum = pollers.reduce((total, { everyMs }) => total + (minuteMs / everyMs) * 4, 0);
    expect(everything).toBeGreaterThan(sum);
  });
});

describe('the table of budgets', () => {
  test('every row is a call of the contract', () => {
    expect(callsWithBudgets.filter((name) => !accessOf.has(name))).toEqual([]);
  });

  test('whatever guesses or sends is counted for all processes, and by its target', () => {
    const guarded = allCalls.filter(({ name }) =>
      /^(check|send).*Code$|TwoFactor$|Password$|^approve|^delete|^(add|remove|start|confirmBy)Passkey$/.test(name),
    );
    for (const { name } of guarded.filter(
      (call) => !['getTwoFactor', 'deleteCard', 'deleteNotifications'].includes(call.name),
    )) {
      const { isShared, targets } = budgetOf(name);
      expect({ name, isShared, counts: Object.keys(targets ?? {}).length > 0 }).toEqual({
        name,
        isShared: true,
        counts: true,
      });
    }
  });

  /** Open calls that are counted by each network, and why not for all together. */
  const byNetworkAlone: Readonly<Record<string, string>> = {
    getConfig: 'reads',
    getClient: 'reads',
    getPriceHistory: 'reads',
    getCalculation: 'reads; its coupon is counted for all',
    checkCoupon: 'its coupon is counted for all',
    getCaptchaChallenge: 'reads: a challenge is kept once it is solved',
    getLocaleKeys: 'reads',
    getOrder: 'reads, and counted by the order and its caller',
    openWalletSheets: 'of an order whose number cannot be guessed; counted by the order and its caller',
    cancelOrder: 'of an order whose number cannot be guessed; counted by the order and its caller',
    payOrder: 'of an order whose number cannot be guessed; counted by the order and its caller',
    decideLatePayment: 'of an order whose number cannot be guessed; counted by the order and its caller',
    listCountries: 'reads',
    listStates: 'reads',
    sendEvent: 'a line of statistics',
    signIn: 'its password is counted for all',
    signInByCode: 'its code is counted for all',
    startPasskeySignin: 'a number that is forgotten in minutes, in the place of none before',
    startOauthSignin: 'a number that is forgotten in minutes, in the place of none before',
    resetPassword: 'a secret that no number of tries finds; counted by the link',
    openHandover: 'a secret that no number of tries finds; counted by the link',
    refreshAccessToken: 'a secret that no number of tries finds',
    logOut: 'only ends what is there',
  };

  test('what a stranger may do is counted for all together, or says why each network’s count is enough', () => {
    const open = allCalls.filter(({ access }) => access === 'anyone' || access === 'merchant');
    const alone = open.filter(({ name, access }) => budgetOf(name, access).everybody === undefined);
    expect(alone.map(({ name }) => name).toSorted()).toEqual(Object.keys(byNetworkAlone).toSorted());
    const counted = alone.filter(({ name }) => /is counted for all/.test(byNetworkAlone[name] ?? ''));
    for (const { name } of counted) {
      const rows = guessNames.filter((guess) => rowOf(guess).calls?.includes(name) === true);
      expect([name, rows.some((guess) => rowOf(guess).everybody !== undefined)]).toEqual([name, true]);
    }
  });

  test('what counts by somebody else’s address or number has a captcha, so that it is not used up without one', () => {
    const open = allCalls.filter(({ name, access, captcha }) => {
      const { targets = {} } = budgetOf(name, access);
      return captcha === undefined && (targets.email !== undefined || targets.phone !== undefined);
    });
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test('a price is never counted in the database', () => {
    expect(budgetOf('getCalculation')).toEqual({ address: 300 });
  });

  test('a client call without a row is counted by its client', () => {
    expect(budgetOf('somethingNew', 'client').targets).toHaveProperty('client');
    expect(budgetOf('somethingNew').targets).toBeUndefined();
  });
});

describe('families of addresses', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:0:0:9::7', '2001:db8:0:0'],
    ['2001:0DB8:0000::7', '2001:db8:0:0'],
    ['2001:db8:0:1::1', '2001:db8:0:1'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (ip, family) => expect(addressFamily(ip)).toBe(family));
});
