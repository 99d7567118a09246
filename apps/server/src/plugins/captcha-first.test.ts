import { randomUUID } from 'node:crypto';
import { allCalls } from '@causeway/contract/calls/all-calls';
import { sendPhoneCode } from '@causeway/contract/calls/send-phone-code';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { budgetOf } from '../budgets/budgets.ts';
import { readConfig } from '../config/config.ts';
import type { AppContext, Spending } from '../context.ts';
import { Refusal } from '../errors.ts';
import { createTexts } from '../modules/locales/create-texts.ts';
import { type BindOptions, bindCall } from './bind-call.ts';
import { answerErrors } from './errors.ts';
import { readBodies } from './read-bodies.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
/** Another client each time: each has a count of its own. */
const identify = async () => ({ kind: 'client', clientId: randomUUID(), sessionId: '' }) as const;

/** Calls that a captcha guards and that have a budget for all callers together. */
const guarded = allCalls.filter(
  ({ name, access, captcha }) => captcha !== undefined && budgetOf(name, access).everybody !== undefined,
);

const bound = guarded.flatMap((call) => [
  { name: call.name, call, options: {} },
  { name: `${call.name}, judged by its handler`, call, options: { captcha: 'by handler' } as const },
]);
/** A call bound over doubles that write down what happens, in turn. */
function bind(call: (typeof allCalls)[number], isPerson: boolean, options: BindOptions = {}) {
  const steps: string[] = [];
  const spent: Spending[] = [];
  const context = z
    .custom<AppContext>(() => true)
    .parse({
      config: readConfig({}),
      clock: { now: () => new Date() },
      log,
      texts: createTexts(log),
      gate: {
        identify,
        verifyCaptcha: async () => {
          steps.push('captcha');
          if (!isPerson) throw new Refusal({ code: 'WRONG_CAPTCHA' });
        },
      },
      budgets: {
        spend: async (one: Spending) => {
          spent.push(one);
          steps.push(one.by);
          const count = spent.filter(({ by, value }) => by === one.by && value === one.value).length;
          if (count > one.max) throw new Refusal({ code: 'TOO_MANY_REQUESTS' });
        },
      },
    });
  const app = Fastify();
  answerErrors(app, context);
  readBodies(app);
  const handle = async ({ verifyCaptcha }: { verifyCaptcha(): Promise<void> }): Promise<never> => {
    if (options.captcha === 'by handler') await verifyCaptcha();
    steps.push('handled');
    throw new Refusal({ code: 'CONFLICT' });
  };
  bindCall(app, context, { ...call, request: z.looseObject({}), params: z.looseObject({}) }, handle, options);
  const send = (fields: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      remoteAddress,
      url: call.path.replace(/\{\w+\}/g, 'x'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ 'g-recaptcha-response': 'token', ...fields }).toString(),
    });
  return { send, steps, spent };
}

describe('counted before, not after: what all callers share is spent behind the captcha', () => {
  test('there are such calls', () => {
    expect(guarded.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['signUp', 'requestRecovery', 'sendPhoneCode', 'createOrder']),
    );
  });

  test.each(bound)('$name', async ({ call, options }) => {
    const flood = bind(call, false, options);
    expect((await flood.send({})).json()).toMatchObject({ error: 'WRONG_CAPTCHA' });
    expect(flood.steps).toContain('captcha');
    expect(flood.steps).not.toContain('everybody');
    expect(flood.steps).not.toContain('handled');
    const person = bind(call, true, options);
    await person.send({});
    expect(person.steps.slice(-3)).toEqual(['captcha', 'everybody', 'handled']);
  });
});

const sharedOf = ({ name, access }: (typeof allCalls)[number]) =>
  budgetOf(name, access).everybody ?? { max: 0, seconds: 0, strained: 0 };

describe('counted before, not after: what all callers share closes nothing', () => {
  const unguarded = allCalls.filter(({ name, access, captcha }) => {
    return captcha === undefined && budgetOf(name, access).everybody !== undefined;
  });
  const all = [...bound, ...unguarded.map((call) => ({ name: call.name, call, options: {} }))];
  test.each(all)('$name: once it is spent each network has fewer, and the next one is let in', async (row) => {
    const { call, options } = row;
    const { send, spent } = bind(call, true, options);
    const { max, strained } = sharedOf(call);
    expect(strained).toBeGreaterThan(0);
    expect(strained).toBeLessThan(budgetOf(call.name, call.access).address / 4);
    const others = { call: call.name, by: 'everybody', value: 'everybody', max, seconds: 60, isShared: true };
    spent.push(...Array.from({ length: max }, () => others));
    for (const network of ['203.0.113.9', '198.51.100.7', '2001:db8::1'])
      for (let count = 1; count <= strained + 3; count += 1) {
        const { statusCode } = await send({}, network);
        expect([network, count, statusCode === 429]).toEqual([network, count, count > strained]);
      }
    // The same network of IPv6, under another address.
    expect((await send({}, '2001:db8::2')).statusCode).toBe(429);
  });

  test('every other budget is of a caller, a target or a network', () => {
    const rows = allCalls.map(({ name, access }) => ({ name, ...budgetOf(name, access) }));
    const own = ['client', 'confirmation', 'device', 'email', 'order', 'phone', 'token'];
    for (const { name, targets = {} } of rows)
      expect([name, Object.keys(targets).filter((kind) => !own.includes(kind))]).toEqual([name, []]);
  });
});

describe('the count by phone number', () => {
  test('one number in any spelling has one count, which stops the next code before the work', async () => {
    const { send, steps, spent } = bind(sendPhoneCode, true);
    const { max } = budgetOf('sendPhoneCode', 'client').targets?.phone ?? { max: 0 };
    const spellings = ['+44 20 7946 0958', '+442079460958', '+44 (20) 7946-0958'];
    for (let count = 0; count < max; count += 1)
      expect((await send({ phone: spellings[count % 3] ?? '' })).json()).toMatchObject({ error: 'CONFLICT' });
    steps.length = 0;
    const refused = await send({ phone: spellings[0] ?? '' });
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { error: 'TOO_MANY_REQUESTS' }]);
    // Before the captcha, requests without one would use up the number of somebody else.
    expect(steps.indexOf('captcha')).toBeLessThan(steps.indexOf('phone'));
    expect(steps).toContain('captcha');
    expect(steps).not.toContain('handled');
    expect(new Set(spent.filter(({ by }) => by === 'phone').map(({ value }) => value))).toEqual(
      new Set(['442079460958']),
    );
    expect((await send({ phone: '+44 20 7946 0959' })).json()).toMatchObject({ error: 'CONFLICT' });
  });
});
