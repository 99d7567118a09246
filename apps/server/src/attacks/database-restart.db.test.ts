import { connect, createServer, type Socket } from 'node:net';
import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { throughPort } from '@causeway/testing/through-port';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../app.ts';
import { createDatabase } from '../database/create-database.ts';
import { createGate } from '../modules/auth/create-gate.ts';
import { openOrderWorld } from '../modules/orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();

/** A way to the database that can be cut and opened again, as a restart of it does. */
async function openLink(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const target = { port: Number(url.port), host: url.hostname };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(target);
    for (const socket of [client, database]) sockets.add(socket.on('error', () => {}));
    client.pipe(database).pipe(client);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await closed;
  };
  return { url: throughPort(databaseUrl, port), cut, open: () => listen(port) };
}

const link = await openLink(world.databaseUrl);
const db = createDatabase(link.url, { poolSize: 4 });
const gate = createGate({ ...world.context, db });
const app = await createApi({
  ...world.context,
  db,
  recent: { read: async (work) => work(db) },
  gate: { ...gate, verifyCaptcha: async () => {} },
});
afterAll(async () => {
  await app.close();
  await db.destroy();
});
const refusal = z.object({ error: z.string() });
const example = z.record(z.string(), z.json());

/** Of callers with a key: one that is looked up. */
const unknownKeys: Readonly<Record<string, string>> = {
  partner: `sk_${'a'.repeat(43)}`,
  operator: `op_${'a'.repeat(43)}`,
};

/** What asks the database nothing, or has what it asks from before. */
const answersWithout: readonly string[] = [
  'getCaptchaChallenge 404',
  'listCountries 200',
  'listStates 200',
  'getLocaleKeys 200',
  'sendEvent 200',
];

async function ask(call: Call, access: string) {
  const path = call.path
    .replace('{niceId}', 'CW0123456789ABCDEF')
    .replace('{lang}', 'en')
    .replace('{id}', randomUUID());
  const form = encodeForm(example.parse(call.example ?? {}));
  form.set('g-recaptcha-response', randomBytes(9).toString('hex'));
  // One that is looked up: an answer that the session is over would end it.
  if (form.has('refresh')) form.set('refresh', `cwr_${'a'.repeat(43)}`);
  const isRead = call.method === 'GET';
  const types = {
    query: '',
    form: 'application/x-www-form-urlencoded',
    json: 'application/json',
    multipart: 'multipart/form-data; boundary=x',
  };
  const payload = {
    query: '',
    form: form.toString(),
    json: JSON.stringify(call.example ?? {}),
    multipart: '--x--\r\n',
  };
  const answer = await app.inject({
    method: call.method,
    url: isRead ? `${path}?${form.toString()}` : path,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      'x-authorization': `Bearer ${unknownKeys[call.access] ?? access}`,
      ...(!isRead && { 'content-type': types[call.encoding] }),
    },
    ...(!isRead && { payload: payload[call.encoding] }),
  });
  return answer;
}

describe('any process may start first, die or wait: a database that is restarted', () => {
  test('every call says to try later and when, none that it failed, and each answers again afterwards', async () => {
    const calls = allCalls.filter(({ isStream }) => isStream !== true);
    const before = new Map<string, number>();
    for (const call of calls) before.set(call.name, (await ask(call, await world.signIn())).statusCode);
    expect([...before].filter(([, status]) => status >= 500)).toEqual([]);
    // A call may end its own session.
    const tokens = new Map<string, string>();
    for (const { name } of calls) tokens.set(name, await world.signIn());
    await link.cut();
    const answered: string[] = [];
    for (const call of calls) {
      const answer = await ask(call, tokens.get(call.name) ?? '');
      const { statusCode, headers } = answer;
      if (statusCode !== 503) answered.push(`${call.name} ${String(statusCode)}`);
      else
        expect([call.name, headers['retry-after'], refusal.parse(answer.json()).error]).toEqual([
          call.name,
          '5',
          'TRY_LATER',
        ]);
    }
    expect(answered).toEqual(answersWithout);
    await link.open();
    for (const call of calls) {
      const again = async () => (await ask(call, tokens.get(call.name) ?? '')).statusCode;
      await expect.poll(again, { message: call.name }).toBe(before.get(call.name));
    }
  });
});
