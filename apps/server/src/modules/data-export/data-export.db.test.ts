import { sql } from 'kysely';
import { strFromU8, unzipSync } from 'fflate';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { credentials } from '../../attacks/fixtures/credentials.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { deleteAccount } from '../closing/delete-account.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { front, makePicture, openVerificationWorld } from '../verification/fixtures/verification-world.ts';
import { exportedFiles } from './exported-tables.ts';
import { makeExport } from './make-export.ts';
import { sweepExports } from './sweep-exports.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
const password = 'correct horse battery';
const passwordHash = await hashPassword(password);
const jpeg = await makePicture('jpeg');
const basic = { birthday: '1990-05-05', a_country: 'DE', a_city: 'Berlin', a_postcode: '10115', a_addr1: 'Allee 1' };

async function register(): Promise<SignedInClient> {
  const client = await world.client();
  await savePassword(db, client.clientId, passwordHash);
  return client;
}

const state = z.object({
  success: z.int(),
  state: z.string().optional(),
  bytes: z.int().optional(),
  next_at: z.int().optional(),
  errors: z.array(z.object({ code: z.string(), field: z.string() })),
});

async function post(path: string, access: string, fields: Readonly<Record<string, string>> = {}) {
  return world.api.inject({
    method: 'POST',
    url: `/client/data_export${path}`,
    headers: {
      ...(access !== '' && { 'x-authorization': `Bearer ${access}` }),
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

const ask = async (path: string, { access }: SignedInClient, fields: Readonly<Record<string, string>> = {}) => {
  const response = await post(path, access, fields);
  const body = state.parse(JSON.parse(response.body));
  return { status: response.statusCode, ...body, codes: body.errors.map(({ field, code }) => `${field} ${code}`) };
};

async function download({ access }: SignedInClient) {
  const response = await post('/download', access, { password });
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/);
  return Object.fromEntries(
    Object.entries(unzipSync(response.rawPayload)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
}

const tables = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const rowsOf = (archive: Readonly<Record<string, string>>, file: string, table: string) =>
  tables.parse(JSON.parse(archive[`${file}.json`] ?? ''))[table] ?? [];

async function copyOf(client: SignedInClient) {
  expect(await ask('/new', client)).toMatchObject({ status: 200, success: 1, state: 'preparing' });
  await world.work();
  expect(await ask('', client)).toMatchObject({ state: 'ready' });
  return download(client);
}

async function listStored(): Promise<string[]> {
  const entries = await readdir(join(world.folder, 'documents'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const rowOf = ({ clientId }: SignedInClient) =>
  db.selectFrom('dataExports').selectAll().where('clientId', '=', clientId).executeTakeFirstOrThrow();
const messagesTo = async ({ clientId }: SignedInClient) =>
  (await db.selectFrom('letters').select('template').where('clientId', '=', clientId).execute())
    .map(({ template }) => template)
    .filter((template) => template === 'data-export-ready');

/** Everything that the product holds of a person: a name, an order, a file, a balance. */
async function live(client: SignedInClient, name: string): Promise<void> {
  await db.updateTable('clients').set({ level: 'email_phone' }).where('clientId', '=', client.clientId).execute();
  const typed = { ...basic, first_name: name, last_name: `${name}son`, is_fraud_agreement: '1' };
  expect((await world.ask('/verification/basic/submit', client.access, typed)).codes).toEqual([]);
  expect((await world.upload(client.access, front, jpeg)).codes).toEqual([]);
  await world.giveBalance(client, 1234n, 'EUR');
  expect((await world.buy(client.access, { description: `for ${name}` })).order.nice_id).not.toBe('');
}

/** Holds a part of a client's euros, as a reversed payment does. */
async function setAside({ niceId }: SignedInClient, amount: bigint): Promise<void> {
  await db.transaction().execute((trx) =>
    postEntry(trx, context, {
      kind: 'proceeds_held',
      idempotencyKey: `aside:${niceId}`,
      reference: niceId,
      postings: [{ currency: 'EUR', from: paths.client(niceId), to: paths.held(niceId), amount }],
    }),
  );
}

describe('C-72 a copy of what is held about a client', () => {
  test('has a file for each part, with what the client typed and did, and nothing of another client', async () => {
    const [client, other] = [await register(), await register()];
    await live(client, 'Ada');
    await live(other, 'Grace');
    await setAside(client, 234n);
    await setAside(other, 77n);
    const archive = await copyOf(client);
    expect(Object.keys(archive).toSorted()).toEqual(
      ['README.txt', ...Object.keys(exportedFiles).map((name) => `${name}.json`)].toSorted(),
    );
    expect(archive['README.txt']).toContain('copy of what we hold about you');
    for (const [file, parts] of Object.entries(exportedFiles))
      expect(Object.keys(tables.parse(JSON.parse(archive[`${file}.json`] ?? '')))).toEqual(Object.keys(parts));
    expect(rowsOf(archive, 'account', 'clients')).toMatchObject([{ email: client.email, nice_id: client.niceId }]);
    expect(rowsOf(archive, 'verification', 'verifications')).toContainEqual(
      expect.objectContaining({ wizard: 'basic', fields: expect.objectContaining({ first_name: 'Ada', ...basic }) }),
    );
    expect(rowsOf(archive, 'verification', 'documents')).toMatchObject([
      { type: 'front', ext: 'jpg', status: 'new', details: { documentType: 'id_card' } },
    ]);
    expect(rowsOf(archive, 'balance', 'ledger_accounts')).toEqual([
      { path: paths.client(client.niceId), balance: '10.00', currency: 'EUR' },
      { path: paths.held(client.niceId), balance: '2.34', currency: 'EUR' },
    ]);
    expect(rowsOf(archive, 'orders', 'orders')).toMatchObject([
      { payin_amount: '250.00', payin_currency: 'EUR', description: 'for Ada' },
    ]);
    expect(rowsOf(archive, 'sessions', 'sessions')).toHaveLength(1);
    const text = Object.values(archive).join('\n');
    for (const theirs of ['Grace', other.email, other.clientId, other.niceId]) expect(text).not.toContain(theirs);
  });

  test('holds no value of a credential, and no picture of a document', async () => {
    const client = await register();
    await live(client, 'Alan');
    const text = Object.values(await copyOf(client)).join('\n');
    expect(text).not.toContain('JFIF');
    for (const column of new Set(Object.values(credentials).flatMap(({ columns }) => [...columns]))) {
      const [table = '', name = ''] = column.split('.');
      if (['orders.nice_id', 'client_identities.issuer', 'clients.is_partner', 'partners.client_id'].includes(column))
        continue;
      const { rows } = await sql<{ value: string | null; bytes: string }>`
        select ${sql.ref(name)}::text as value from ${sql.table(table)}
      `.execute(db);
      for (const { value } of rows)
        if (value !== null && value.length > 5) expect(text, column).not.toContain(value.replace('\\x', ''));
    }
    for (const { sealedKey } of await db.selectFrom('documents').select('sealedKey').execute())
      expect(text).not.toContain(sealedKey);
  });

  test('lies in the store sealed, under the key of its client', async () => {
    const client = await register();
    await copyOf(client);
    const { exportId } = await rowOf(client);
    const file = (await listStored()).find((name) => name.endsWith(exportId)) ?? '';
    const stored = (await readFile(file)).toString('latin1');
    for (const word of ['README', 'account.json', 'PK\u0003\u0004']) expect(stored).not.toContain(word);
  });

  test('has every row, however many there are', async () => {
    const client = await register();
    await sql`
      insert into notifications (notification_id, client_id, template, parameters, occasion, created_at)
      select gen_random_uuid(), ${client.clientId}::uuid, 'new-device', '{}', 'many:' || n, now() from generate_series(1, 1234) n
    `.execute(db);
    expect(rowsOf(await copyOf(client), 'messages', 'notifications')).toHaveLength(1234);
  });

  test('is made once however often it is asked for at once, and another one only the next day', async () => {
    const client = await register();
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask('/new', client)));
    expect(new Set(asked.map((answer) => `${answer.success} ${answer.state}`))).toEqual(new Set(['1 preparing']));
    await world.work();
    expect(await messagesTo(client)).toHaveLength(1);
    expect(await ask('/new', client)).toMatchObject({ status: 200, success: 0, codes: [' DATA_EXPORT_SOON'] });
    expect((await ask('', client)).next_at).toBeGreaterThan(Date.now() / 1000);
    const { exportId } = await rowOf(client);
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
    await db.updateTable('dataExports').set({ requestedAt: yesterday }).where('exportId', '=', exportId).execute();
    expect(await ask('', client)).toMatchObject({ state: 'ready', next_at: 0 });
    expect(await ask('/new', client)).toMatchObject({ success: 1, state: 'preparing' });
  });
});

describe('C-74 a copy is opened by its owner alone', () => {
  test('who shows the password once more', async () => {
    const client = await register();
    await copyOf(client);
    expect((await ask('/download', client)).codes).toEqual(['password REQUIRED']);
    expect((await ask('/download', client, { password: 'wrong horse' })).codes).toEqual(['password PASSWORD_WRONG']);
    expect((await post('/download', '', { password })).statusCode).toBe(403);
    expect((await rowOf(client)).downloadedAt).not.toBeNull();
  });

  test('and by no other client, whose own proof opens nothing', async () => {
    const [client, other] = [await register(), await register()];
    await copyOf(client);
    expect(await ask('/download', other, { password })).toMatchObject({ status: 404, codes: [' NOT_FOUND'] });
    expect(await ask('', other)).toMatchObject({ state: 'none', bytes: 0, next_at: 0 });
  });

  test('until its time is over: then its key and its file are gone', async () => {
    const client = await register();
    await copyOf(client);
    const { exportId } = await rowOf(client);
    await db.updateTable('dataExports').set({ endsAt: new Date() }).where('exportId', '=', exportId).execute();
    expect(await ask('', client)).toMatchObject({ state: 'none', bytes: 0 });
    expect((await ask('/download', client, { password })).status).toBe(404);
    await sweepExports(world.jobContext);
    const ended = await rowOf(client);
    expect([ended.sealedKey, ended.endedAt, ended.removedAt]).toEqual(['', expect.any(Date), expect.any(Date)]);
    expect((await listStored()).filter((name) => name.includes(exportId))).toEqual([]);
  });
});

describe('a copy ends with its account', () => {
  const close = ({ clientId }: SignedInClient) => deleteAccount(context, { clientId, password, isAgree: true });

  test('when it is ready', async () => {
    const client = await register();
    await copyOf(client);
    const { exportId } = await rowOf(client);
    await close(client);
    expect((await rowOf(client)).sealedKey).toBe('');
    await sweepExports(world.jobContext);
    expect((await listStored()).filter((name) => name.includes(exportId))).toEqual([]);
  });

  test('when it is asked for, and while its file is being written', async () => {
    const [asked, writing] = [await register(), await register()];
    await ask('/new', asked);
    await close(asked);
    await world.work();
    expect(await messagesTo(asked)).toEqual([]);

    await ask('/new', writing);
    const { exportId } = await rowOf(writing);
    const { documentStore } = world.jobContext.providers;
    const closing = {
      ...documentStore,
      put: async (name: string, bytes: Uint8Array) => {
        await documentStore.put(name, bytes);
        await close(writing);
      },
    };
    const providers = { ...world.jobContext.providers, documentStore: closing };
    await makeExport({ ...world.jobContext, providers }, { exportId });
    expect(await messagesTo(writing)).toEqual([]);
    expect((await listStored()).filter((name) => name.includes(exportId))).toEqual([]);
  });
});

describe('a copy is made in spite of faults', () => {
  const stops = {
    'before the file is stored': { isStored: false },
    'after the file is stored': { isStored: true },
  } as const;
  test.each(Object.entries(stops))(
    'a try that stops %s is done again, with one e-mail',
    async (_name, { isStored }) => {
      const client = await register();
      await ask('/new', client);
      const { exportId } = await rowOf(client);
      const { documentStore } = world.jobContext.providers;
      const dying = {
        ...documentStore,
        put: async (name: string, bytes: Uint8Array) => {
          if (isStored) await documentStore.put(name, bytes);
          throw new Error('The store is away.');
        },
      };
      const providers = { ...world.jobContext.providers, documentStore: dying };
      await expect(makeExport({ ...world.jobContext, providers }, { exportId })).rejects.toThrow('away');
      expect(await ask('', client)).toMatchObject({ state: 'preparing' });
      expect((await ask('/download', client, { password })).status).toBe(404);
      await world.work();
      await makeExport(world.jobContext, { exportId });
      expect(Object.keys(await download(client))).toContain('account.json');
      expect(await messagesTo(client)).toHaveLength(1);
    },
  );
});
