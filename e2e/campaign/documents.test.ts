import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import type { AfterEffect, Effect, OutsideWatch, Side } from '@causeway/testing/effect-watch';
import { findFreePort } from '@causeway/testing/free-port';
import { startPostgresProxy } from '@causeway/testing/postgres-proxy';
import { ProductClient } from '@causeway/testing/product-client';
import { queryRows } from '@causeway/testing/query-rows';
import { runSql } from '@causeway/testing/run-sql';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';
import { isFull, round } from '@causeway/testing/test-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { printLine } from './print-line.ts';
import { ServerKeeper } from './server-keeper.ts';

// The long form strikes before and after each step; the short one at two of them.
const sides = ['front', 'back', 'selfie'];
const partLength = 512 * 1024;
/** A small grey picture, and what no reader looks at behind it. */
const picture = Buffer.from(
  [
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBD',
    'ARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgD',
    'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAA',
    'AP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALAB/9k=',
  ].join(''),
  'base64',
);
const large = Buffer.concat([picture, Buffer.alloc(2 * partLength)]);

/** Strikes at one of the commits that write what clients show. */
class StepWatch implements OutsideWatch {
  #aim: { place: number; side: Side; strike: () => Promise<unknown> } | undefined;
  #isDead = false;
  seen: string[] = [];

  /** Counts the steps from now on. */
  begin(aim?: { place: number; side: Side; strike: () => Promise<unknown> }): void {
    [this.seen, this.#aim, this.#isDead] = [[], aim, false];
  }

  get hasStruck(): boolean {
    return this.#isDead;
  }

  async before({ label }: Effect): Promise<AfterEffect | undefined> {
    if (!/\b(?:documents|uploads|verifications|operator_actions)\b/.test(label)) return () => Promise.resolve(true);
    this.seen.push(label);
    const aim = this.#aim?.place === this.seen.length ? this.#aim : undefined;
    if (aim?.side === 'before') {
      await this.#strike(aim.strike);
      return undefined;
    }
    return async () => {
      if (aim !== undefined) await this.#strike(aim.strike);
      return aim === undefined;
    };
  }

  async #strike(strike: () => Promise<unknown>): Promise<void> {
    this.#aim = undefined;
    this.#isDead = true;
    await strike();
  }
}

const watch = new StepWatch();
const closing: (() => Promise<unknown>)[] = [];
let server: ServerKeeper;
let sandbox: SandboxDriver;
let [productUrl, databaseUrl, folder] = ['', '', ''];
let operatorEnv: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'causeway-documents-kill-'));
  await chmod(folder, 0o755);
  closing.push(() => rm(folder, { recursive: true, force: true }));
  const dataDirectory = join(folder, 'database');
  closing.push(() => removeEmbeddedPostgres(dataDirectory));
  const database = await startEmbeddedPostgres({ dataDirectory });
  closing.push(() => database.stop());
  databaseUrl = database.url;
  const proxy = await startPostgresProxy(databaseUrl, watch);
  closing.push(() => proxy.close());
  const [port, outside, smtp] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const sandboxUrl = `http://localhost:${outside}`;
  productUrl = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    PRODUCT_URL: productUrl,
    SANDBOX_URL: sandboxUrl,
    SANDBOX_PORT: String(outside),
    SANDBOX_SMTP_PORT: String(smtp),
    SANDBOX_BLOCK_SECONDS: '0',
    DATABASE_URL: proxy.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
    CAPTCHA: 'siteverify',
  };
  operatorEnv = env;
  const readyUrl = `${sandboxUrl}/control/journal`;
  const started = await startProcess({ name: 'sandbox', entry: 'apps/sandbox/dist/main.js', env, readyUrl });
  closing.push(() => started.stop());
  sandbox = new SandboxDriver(sandboxUrl);
  server = new ServerKeeper({
    name: 'server',
    entry: 'apps/server/dist/main.js',
    env,
    readyUrl: `${productUrl}/readyz`,
  });
  closing.push(() => server.stop());
  await server.start();
  printLine('everything runs');
}, 240_000);

afterAll(async () => {
  for (const close of closing.toReversed()) await close().catch(() => {});
}, 60_000);

const row = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  is_open: z.boolean(),
  is_stored: z.boolean(),
});
const filesSql = `select document_id as id, d.type, d.status, sealed_key <> '' as is_open, stored_at is not null as is_stored
  from documents d join clients using (client_id) where email = $1 order by document_id`;
const standSql = `select level, coalesce(v.status, '') as status, coalesce(v.verification_id::text, '') as case_id
  from clients left join verifications v on v.client_id = clients.client_id and wizard = 'identity' where email = $1`;
const stand = z.object({ level: z.string(), status: z.string(), case_id: z.string() });
const answer = z.looseObject({
  success: z.int().optional(),
  upload: z.string().optional(),
  received: z.int().optional(),
  documents: z.array(z.looseObject({ id: z.string(), type: z.string(), status: z.string() })).default([]),
  is_locked: z.int().optional(),
});
type Answer = z.output<typeof answer> & { status: number };

async function newClient(): Promise<ProductClient> {
  const client = new ProductClient(productUrl, sandbox);
  await client.register();
  await runSql(databaseUrl, `update clients set level = 'basic' where email = $1`, [client.email]);
  return client;
}

/** @throws where no answer comes */
async function ask(client: ProductClient, path: string, fields: Readonly<Record<string, string>>, file?: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (file !== undefined) form.set('file', new Blob([Uint8Array.from(file)]), 'file');
  const response = await fetch(`${productUrl}/verification/${path}`, {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'x-authorization': `Bearer ${client.access}` },
    body: file === undefined ? new URLSearchParams(fields) : form,
    signal: AbortSignal.timeout(90_000),
  });
  const body: unknown = await response.json();
  return { ...answer.parse(body), status: response.status };
}

const about = (type: string) => ({ wizard: 'identity', document_type: 'id_card', type });
const held = async (client: ProductClient, type: string) =>
  (await ask(client, 'info', { wizard: 'identity' })).documents.filter((file) => file.type === type);

/** Sends a file as the page does: in parts, each again until it is answered, and the whole once. */
async function sendFile(client: ProductClient, type: string): Promise<void> {
  let begun: { upload?: string; received: number } = { received: 0 };
  const known = (): Record<string, string> => (begun.upload === undefined ? {} : { upload: begun.upload });
  await eventually(`the ${type} is there`, async () => {
    try {
      if ((await held(client, type)).length > 0) return true;
      while (large.length - begun.received > partLength) {
        const part = large.subarray(begun.received, begun.received + partLength);
        const offset = String(begun.received);
        const { status, upload, received } = await ask(
          client,
          'document/part',
          { ...about(type), ...known(), offset },
          part,
        );
        if (status === 404) begun = { received: 0 };
        if (status !== 200 || upload === undefined || received === undefined) return undefined;
        begun = { upload, received };
      }
      const rest = large.subarray(begun.received);
      const sent: Answer = await ask(client, 'document/upload', { ...about(type), ...known() }, rest);
      if (sent.status === 404) begun = { received: 0 };
      return sent.success === 1 || undefined;
    } catch {
      // It goes on when the server is back.
      return undefined;
    }
  });
}

/** One command of an operator, killed where the watch says. @returns how it ended */
async function operate(parameters: string[], place?: number, side: Side = 'before'): Promise<number | null> {
  const started = Promise.withResolvers<StartedProcess>();
  watch.begin(
    place === undefined ? undefined : { place, side, strike: async () => (await started.promise).kill('SIGKILL') },
  );
  const entry = 'apps/server/dist/cli/operate.js';
  const command = await startProcess({ name: 'operate', entry, parameters, env: operatorEnv });
  started.resolve(command);
  return (await command.ended).code;
}

async function readStand(client: ProductClient): Promise<z.output<typeof stand>> {
  const [found] = await queryRows(databaseUrl, stand, standSql, [client.email]);
  if (found === undefined) throw new Error('The client is gone.');
  return found;
}

/**
 * What must hold at any moment: of each side at most one file counts, each of them is stored, and no level without
 * them.
 */
async function findHarm(client: ProductClient): Promise<string[]> {
  const files = await queryRows(databaseUrl, row, filesSql, [client.email]);
  const counting = files.filter((file) => file.is_open && file.is_stored);
  const { level, status } = await readStand(client);
  const seen = await ask(client, 'update', { ghost_mode: '1' });
  const shown = z.looseObject({ views: z.looseObject({ client_level: z.string() }) }).parse(seen).views.client_level;
  const approved = counting.filter((file) => file.status === 'approved').length;
  return [
    ...sides
      .filter((side) => counting.filter(({ type }) => type === side).length > 1)
      .map((side) => `two files of the ${side} count`),
    ...(level === 'identity' && (status !== 'approved' || approved !== sides.length)
      ? ['a level without documents']
      : []),
    ...(status === 'approved' && level !== 'identity' ? ['an approval without its level'] : []),
    ...(shown === level ? [] : [`the client sees ${shown} and has ${level}`]),
  ];
}

/** What broke off ends with the sweep, and every file that counts opens. */
async function expectNothingLeft(client: ProductClient): Promise<void> {
  await runSql(
    databaseUrl,
    `update documents set created_at = created_at - interval '2 hours' where stored_at is null`,
  );
  await runSql(
    databaseUrl,
    `update uploads set created_at = created_at - interval '2 hours', ended_at = ended_at - interval '2 hours'`,
  );
  await eventually('the sweep has ended what broke off', async () => {
    await runSql(
      databaseUrl,
      `insert into pgboss.job (name, data, policy) select name, '{"payload": {}}', policy from pgboss.queue
       where name = 'sweep-documents' and not exists
         (select from pgboss.job where name = 'sweep-documents' and state <= 'active' and start_after <= now())`,
    );
    const open = `select (select count(*) from uploads) + (select count(*) from documents where (sealed_key <> '') <> (stored_at is not null)) as count`;
    const [left] = await queryRows(databaseUrl, z.object({ count: z.coerce.number() }), open);
    return left?.count === 0 || undefined;
  });
  const files = await queryRows(databaseUrl, row, filesSql, [client.email]);
  const stored = await readdir(join(folder, 'documents'), { recursive: true, withFileTypes: true });
  const names = stored.filter((entry) => entry.isFile()).map(({ name }) => name);
  const kept = z.object({ id: z.string() });
  const all = await queryRows(databaseUrl, kept, `select document_id as id from documents where stored_at is not null`);
  expect(names.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  for (const { id } of files.filter((file) => file.is_open)) {
    const served = await fetch(`${productUrl}/verification/document/${id}`, {
      headers: { 'x-authorization': `Bearer ${client.access}` },
    });
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await served.arrayBuffer();
  }
}

/** All moments in full, else two of this day. */
function momentsOf(steps: number): { place: number; side: Side }[] {
  const all = Array.from({ length: steps }, (_unused, index) => index + 1).flatMap((place) =>
    (['before', 'after'] as const).map((side) => ({ place, side })),
  );
  return isFull
    ? all
    : all.filter((_moment, index) => index % Math.ceil(all.length / 2) === round % Math.ceil(all.length / 2));
}

describe('a process that is killed before or after a step', () => {
  test(
    'of an upload: the file comes again and counts once, and nothing of the rest stays',
    async () => {
      const first = await newClient();
      watch.begin();
      await sendFile(first, 'front');
      const steps = watch.seen.length;
      printLine(`an upload has ${steps} steps: ${watch.seen.join(' | ')}`);
      expect(steps).toBeGreaterThanOrEqual(6);
      for (const moment of momentsOf(steps)) {
        const client = await newClient();
        watch.begin({ ...moment, strike: () => server.crash() });
        await sendFile(client, 'front');
        expect(watch.hasStruck, `${moment.side} step ${moment.place}`).toBe(true);
        await server.ready;
        expect(await findHarm(client)).toEqual([]);
        expect(await held(client, 'front')).toHaveLength(1);
        await expectNothingLeft(client);
        printLine(`killed ${moment.side} step ${moment.place}: there once`);
      }
    },
    isFull ? 3_600_000 : 600_000,
  );

  test(
    'of a submission and a decision: both are made whole or not at all, and no level comes without its documents',
    async () => {
      const commandsOf = (id: string) =>
        ['grace', 'edith'].flatMap((name) => [
          ['claim-case', id, '--by', name],
          ['approve-case', id, '--by', name],
        ]);
      for (const side of ['before', 'after'] as const) {
        if (!isFull && side !== (round % 2 === 0 ? 'before' : 'after')) continue;
        const client = await newClient();
        for (const type of sides) await sendFile(client, type);
        watch.begin({ place: 1, side, strike: () => server.crash() });
        await eventually('the papers are sent', async () => {
          await ask(client, 'update', { wizard: 'identity', document_type: 'id_card' }).catch(() => undefined);
          return (await readStand(client)).status === 'uploaded' || undefined;
        });
        expect(watch.hasStruck).toBe(true);
        await server.ready;
        const { case_id: id } = await readStand(client);
        for (const command of commandsOf(id)) {
          expect(await operate(command, 1, side)).toBeNull();
          expect(watch.hasStruck, command.join(' ')).toBe(true);
          expect(await findHarm(client)).toEqual([]);
          // The operator does it again: what was done says so, what was not is done.
          const again = await operate(command);
          expect(again === 0, command.join(' ')).toBe(side === 'before');
          expect(await findHarm(client)).toEqual([]);
        }
        expect(await readStand(client)).toMatchObject({ level: 'identity', status: 'approved' });
        const acts = z.object({ operator: z.string(), action: z.string() });
        const sql = `select operator, action from operator_actions where subject = $1 order by action_id`;
        expect(
          (await queryRows(databaseUrl, acts, sql, [id])).map(({ operator, action }) => `${operator} ${action}`),
        ).toEqual(['grace case_claimed', 'grace case_approved_once', 'edith case_claimed', 'edith case_approved']);
        await expectNothingLeft(client);
        printLine(`killed ${side} each step of a decision: made once`);
      }
    },
    isFull ? 1_800_000 : 600_000,
  );
});
