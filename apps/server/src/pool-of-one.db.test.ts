import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { toWireNames } from '@causeway/contract/wire/convert-keys';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { addDesk } from './modules/operators/fixtures/change-operators.ts';
import { expectSound } from './modules/orders/fixtures/expect-sound.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';
import { allJobs } from './worker.ts';

/** What the server reports; requests and jobs have one connection each. */
const log: string[] = [];
const world = await openOrderWorld({
  connections: 1,
  settings: { LOG_LEVEL: 'warn' },
  logTo: { write: (line) => void log.push(line) },
});
await world.fundWallet('5');
const { context, jobContext, sandbox } = world;
let app: FastifyInstance;
let operatorKey: string;
beforeAll(async () => {
  app = await createApi(context);
  operatorKey = await addDesk(world, 'desk');
});
afterAll(() => app.close());

/** Code that waits for what it holds itself, and code that is refused for that. */
const secondConnections =
  /SecondConnection|asked for a connection inside|timeout exceeded|ProviderCallInTransaction|called inside of a transaction/;
const expectNoSecondConnection = () => expect(log.filter((line) => secondConnections.test(line))).toEqual([]);

const values = z.record(z.string(), z.json());
const types: Readonly<Record<Call['encoding'], string>> = {
  query: '',
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data; boundary=x',
};

async function send(call: Call, { access, niceId }: { access: string; niceId: string }) {
  const example = values.parse(call.example ?? {});
  const captcha =
    call.captcha === undefined ? {} : { 'g-recaptcha-response': await sandbox.captchaToken(call.captcha) };
  const form = encodeForm({ ...example, ...captcha });
  const path = call.path.replace('{niceId}', niceId).replace('{lang}', 'en').replace('{id}', randomUUID());
  const keys: Readonly<Record<string, string>> = { partner: 'sk_test_shop_sandbox_secret_key', operator: operatorKey };
  const token = keys[call.access] ?? access;
  const headers = { 'x-requested-with': 'XMLHttpRequest', 'x-authorization': `Bearer ${token}` };
  if (call.method === 'GET') return app.inject({ method: 'GET', url: `${path}?${form.toString()}`, headers });
  const json = JSON.stringify({ ...values.parse(toWireNames(example)), ...captcha });
  const payload = call.encoding === 'json' ? json : call.encoding === 'form' ? form.toString() : '--x--\r\n';
  return app.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': types[call.encoding] },
    payload,
  });
}

/** A payload of each form that a job takes, with a sample for each field. */
function samplePayloads(payload: z.ZodType, samples: Readonly<Record<string, unknown>>) {
  const forms = payload instanceof z.ZodUnion ? payload.options : [payload];
  return forms.map((form) => {
    const { shape } = z.instanceof(z.ZodObject).parse(form);
    return Object.fromEntries(Object.keys(shape).map((name) => [name, samples[name] ?? randomUUID()]));
  });
}

describe('one way to the database: a pool of one', () => {
  /** The ids that jobs are given: of an order where they name one, and otherwise of nothing. */
  async function runAllJobs({ niceId, orderId, clientId }: { niceId: string; orderId: string; clientId: string }) {
    const samples: Readonly<Record<string, unknown>> = {
      orderId,
      clientId,
      claimedAt: new Date().toISOString(),
      acquirer: 'card_one',
      acquirerPaymentId: await world.paymentOf(niceId),
      payoutReference: niceId,
      applicantId: 'no such applicant',
      sealedEmail: 'sealed by another key',
      again: { attempt: 1, sessionIds: [randomUUID()] },
      event: 'payee_named',
      language: 'en',
    };
    const ran: string[] = [];
    for (const { definition, run } of allJobs) {
      const payloads = samplePayloads(definition.payload, samples);
      for (const payload of payloads)
        expect(definition.payload.safeParse(payload).success, `${definition.name} needs a sample`).toBe(true);
      // Two of each at once, as two orders would have.
      const ends = await run(jobContext, [...payloads, ...payloads]).catch((error: unknown) => [
        { status: 'rejected', reason: error },
      ]);
      for (const end of ends)
        if ('reason' in end) expect(String(end.reason), definition.name).not.toMatch(secondConnections);
      ran.push(definition.name);
    }
    expectNoSecondConnection();
    return ran;
  }

  /** How an order comes to each stage; each stage has an order of its own, as jobs end orders and payments. */
  const pay = async (niceId: string) => sandbox.settlePayment(await world.paymentOf(niceId), 'approved', 0);
  const work = () => world.work({ isEarly: true });
  const mine = () => sandbox.mine('bitcoin', 2);
  const chargeBack = async (niceId: string) => sandbox.settlePayment(await world.paymentOf(niceId), 'chargeback', 0);
  const stages: Readonly<Record<string, readonly ((niceId: string) => Promise<unknown>)[]>> = {
    payin_pending: [],
    'payin_pending, paid': [pay],
    processing: [pay, work],
    finished: [pay, work, mine, work],
    'finished, charged back': [pay, work, mine, work, chargeBack],
  };

  test.each(Object.entries(stages))(
    'is enough for every job while clients ask, with an order that is %s',
    async (stage, steps) => {
      const client = await world.signInClient();
      const { order } = await world.buy(client.access);
      const niceId = order.nice_id;
      const { orderId } = await context.db
        .selectFrom('orders')
        .select('orderId')
        .where('niceId', '=', niceId)
        .executeTakeFirstOrThrow();
      for (const step of steps) await step(niceId);
      expect((await world.read(niceId)).status).toBe(stage.split(',')[0]);
      const [ran] = await Promise.all([
        runAllJobs({ niceId, orderId, clientId: client.clientId }),
        world.read(niceId, client.access),
        world.calculate(),
      ]);
      expect(ran).toHaveLength(allJobs.length);
      // The connection of the jobs is free again.
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(jobContext.db);
      expect(rows).toEqual([{ one: 1 }]);
      await world.work();
      await expectSound(world);
    },
  );

  // A stream has no end to wait for.
  test.each(allCalls.filter(({ isStream }) => isStream !== true).map((call) => [call.name, call] as const))(
    'is enough for six at once who ask %s',
    async (_name, call) => {
      const callers = [await world.signInClient(), await world.signInClient()];
      const asked = await Promise.all(
        callers.map(async ({ access }) => ({ access, niceId: (await world.buy(access)).order.nice_id })),
      );
      const answers = await Promise.all([...asked, ...asked, ...asked].map(async (caller) => send(call, caller)));
      for (const { statusCode, body } of answers) expect(statusCode, body).toBeLessThan(500);
      expectNoSecondConnection();
    },
  );
});
