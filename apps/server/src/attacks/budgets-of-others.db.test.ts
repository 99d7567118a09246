import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../app.ts';
import { budgetOf } from '../budgets/budgets.ts';
import type { Spending } from '../context.ts';
import { Refusal } from '../errors.ts';
import { openAttackWorld } from './fixtures/open-attack-world.ts';

const attack = await openAttackWorld();
const spent: Spending[] = [];
/** No budget is larger here, so that the walk ends soon. */
const mostOf = (max: number) => Math.min(max, 20);
let isPerson = true;
/** The product over budgets that are counted here, with a captcha that a test decides about. */
const app = await createApi({
  ...attack.context,
  gate: {
    ...attack.context.gate,
    verifyCaptcha: async () => {
      if (!isPerson) throw new Refusal({ code: 'WRONG_CAPTCHA' });
    },
  },
  budgets: {
    spend: async (one) => {
      spent.push(one);
      const count = spent.filter(({ call, by, value }) => call === one.call && by === one.by && value === one.value);
      if (count.length > mostOf(one.max)) throw new Refusal({ code: 'TOO_MANY_REQUESTS' });
    },
  },
});
afterAll(() => app.close());
beforeEach(() => {
  spent.length = 0;
  isPerson = true;
});

const at = 40;
const example = z.record(z.string(), z.json());
const seen = z.looseObject({ errors: z.array(z.looseObject({ code: z.string() })).default([]) });

function namesOf({ request, params }: Call): string[] {
  return [request, params].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

interface Sender {
  access?: string;
  ip?: string;
}

async function send(call: Call, fields: Readonly<Record<string, string>>, { access, ip = '203.0.113.7' }: Sender) {
  const form = encodeForm(example.parse(call.example ?? {}));
  const own = new Set(namesOf(call).map(toSnakeCase));
  for (const [name, value] of Object.entries(fields)) if (own.has(name)) form.set(name, value);
  if (call.captcha !== undefined) form.set('g-recaptcha-response', randomBytes(9).toString('hex'));
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => fields[toSnakeCase(name)] ?? 'x');
  const isRead = call.method === 'GET';
  const answer = await app.inject({
    method: call.method,
    url: isRead ? `${path}?${form.toString()}` : path,
    remoteAddress: ip,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(access !== undefined && { 'x-authorization': `Bearer ${access}` }),
      ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isRead && { payload: form.toString() }),
  });
  return { status: answer.statusCode, codes: seen.parse(answer.json()).errors.map(({ code }) => code) };
}

describe('a budget of somebody else cannot be used up without a captcha', () => {
  const guarded = allCalls.filter(({ captcha }) => captcha !== undefined);

  test.each(guarded)('$name: forty calls with a wrong captcha spend the caller’s own alone', async (call) => {
    const { device } = await attack.register();
    isPerson = false;
    const fields = { phone: '+442079460958', is_agree_terms: '1' };
    const sender = call.access === 'anyone' ? {} : { access: device.access };
    const answers = await Promise.all(
      Array.from({ length: at }, (_, index) => send(call, fields, { ...sender, ip: `198.51.100.${index}` })),
    );
    expect(answers.flatMap(({ codes }) => codes)).toContain('WRONG_CAPTCHA');
    const kinds = new Set(spent.filter((one) => one.call === call.name).map(({ by }) => by));
    for (const own of ['address', 'client']) kinds.delete(own);
    expect([...kinds]).toEqual([]);
  });

  test.each(guarded)('$name: behind a right one each of its budgets is spent', async (call) => {
    const { device } = await attack.register();
    const fields = { phone: '+442079460958', is_agree_terms: '1' };
    await send(call, fields, call.access === 'anyone' ? {} : { access: device.access });
    const { targets = {}, everybody } = budgetOf(call.name, call.access);
    const kinds = Object.keys(targets).filter((kind) => kind !== 'client');
    const expected = [...kinds, ...(everybody === undefined ? [] : ['everybody'])];
    expect(spent.filter((one) => one.call === call.name).map(({ by }) => by)).toEqual(expect.arrayContaining(expected));
  });

  test('one of an address’s own devices is let in after any number of strangers', async () => {
    const call = allCalls.find(({ name }) => name === 'sendSigninCode') ?? expect.fail();
    const { email, device } = await attack.register();
    for (let index = 0; index < at; index += 1) await send(call, { email }, { ip: `198.51.100.${index}` });
    expect(await send(call, { email }, { ip: '198.51.100.99' })).toMatchObject({ status: 429 });
    expect(await send(call, { email, device_id: device.id }, {})).toEqual({ status: 200, codes: [] });
  });
});

describe('a budget of an e-mail address is not used up by strangers, however many captchas they solve', () => {
  const ofAddresses = allCalls.filter(({ name, access }) => {
    const { targets = {} } = budgetOf(name, access);
    return targets.email !== undefined || targets.device !== undefined;
  });

  test('there are such calls', () => {
    expect(ofAddresses.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['signUp', 'sendSigninCode', 'requestRecovery', 'openSupportCase']),
    );
  });

  test.each(ofAddresses)('$name: its owner is let in after forty strangers', async (call) => {
    const { email, password, device } = await attack.register();
    const fields = { email, is_agree_terms: '1' };
    for (let index = 0; index < at; index += 1) await send(call, fields, { ip: `198.51.100.${index}` });
    const own = { ...fields, password, device_id: device.id };
    expect(await send(call, own, { ip: '192.0.2.5' })).toEqual({ status: 200, codes: [] });
    const max = mostOf(budgetOf(call.name, call.access).targets?.email?.max ?? at);
    for (let count = 0; count < max; count += 1) await send(call, own, { ip: '192.0.2.5' });
    // Its own budget ends, too.
    if (max < at) expect(await send(call, own, { ip: '192.0.2.5' })).toMatchObject({ status: 429 });
  });
});

describe('a budget of an order cannot be used up by a caller who may not touch it', () => {
  const ofOrders = allCalls.filter(({ name, access }) => {
    const { targets = {} } = budgetOf(name, access);
    return targets.order !== undefined || (targets.confirmation !== undefined && access === 'client');
  });

  test('there are such calls, among them every call with a budget and an order in its path', () => {
    expect(ofOrders.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['payOrder', 'cancelOrder', 'decideLatePayment', 'openWalletSheets', 'approveOrder']),
    );
  });

  test.each(ofOrders)('$name: refused calls of a client and of visitors leave the owner’s', async (call) => {
    const victim = await attack.register();
    const stranger = await attack.register();
    const { niceId, uuid } = await attack.orderFromBalance(victim);
    const fields = { nice_id: niceId, uuid };
    const { targets = {} } = budgetOf(call.name, call.access);
    const most = mostOf((targets.order ?? targets.confirmation)?.max ?? 0);
    const from = async (count: number, sender: Sender) => {
      const answers = [];
      for (let index = 0; index < count; index += 1)
        answers.push(await send(call, fields, { ip: `198.51.${index % 100}.9`, ...sender }));
      return answers.filter(({ status }) => status === 429).length;
    };
    const owner = { access: victim.device.access };
    expect(await from(most + 3, { access: stranger.device.access })).toBe(3);
    if (call.access !== 'client') await from(most + 3, {});
    expect(await from(1, owner)).toBe(0);
    // Its own requests are counted.
    expect(await from(most, owner)).toBeGreaterThan(0);
  });
});
