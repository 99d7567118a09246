import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import { actAsAnotherCaller } from '../../database/open-pool.ts';
import type { Executor } from '../../database/db.ts';
import { createDatabase } from '../../database/create-database.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { type EndReason, endSessions } from '../sessions/end-sessions.ts';
import { insertNotification } from '../notifications/store.ts';
import { createLiveStreams } from './create-live-streams.ts';
import { openStream } from './fixtures/open-stream.ts';
import { announceChanges } from './store.ts';

const world = await openOrderWorld({ connections: 6 });
const { context } = world;
const { db } = context;

type Limits = NonNullable<Parameters<typeof createLiveStreams>[0]['limits']>;

interface Server {
  base: string;
  app: FastifyInstance;
  stop(): Promise<void>;
}

/** A server over the same database with a listener of its own. */
async function startServer(limits: Limits = {}): Promise<Server> {
  const { live, stop } = createLiveStreams({ ...context, databaseUrl: world.databaseUrl, limits });
  const app = await createApi({ ...context, live });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = z.custom<AddressInfo>((value) => value !== null).parse(app.server.address());
  return {
    base: `http://127.0.0.1:${port}`,
    app,
    stop: async () => {
      await app.close();
      await stop();
    },
  };
}

let one: Server;
let two: Server;
beforeAll(async () => {
  one = await startServer({ awayMs: 60_000 });
  two = await startServer();
});
afterAll(async () => {
  await one.stop();
  await two.stop();
});

const addNotification = ({ clientId }: SignedInClient, executor: Executor = db) =>
  insertNotification(executor, {
    notificationId: randomUUID(),
    clientId,
    template: 'order-finished',
    parameters: {},
    occasion: randomUUID(),
    createdAt: context.clock.now(),
  });

const endSession = (client: SignedInClient, reason: EndReason) =>
  db.transaction().execute((trx) => endSessions(trx, { clientId: client.clientId, reason, now: context.clock.now() }));

/** How many milliseconds something takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

describe('C-75 what changes for a client', () => {
  test('is announced by kind: order, balance, notifications, verification', async () => {
    const client = await world.signInClient();
    const stream = await openStream(one.base, client.access);
    await stream.until('open');
    await world.giveBalance(client, 5_000n, 'EUR');
    await stream.until('balance');
    await addNotification(client);
    await stream.until('notifications');
    await db.updateTable('clients').set({ level: 'address' }).where('clientId', '=', client.clientId).execute();
    await stream.until('verification');
    const { order } = await world.buy(client.access);
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, client.access);
    await vi.waitUntil(() => stream.events.includes('order'));
    stream.close();
  });

  test('a proxy is asked not to keep, pack or gather it', async () => {
    const stream = await openStream(one.base, (await world.signInClient()).access);
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    await stream.until('open');
    expect(stream.text()).toContain('retry: 5000\n\n');
    stream.close();
  });

  test('is silent until the transaction commits, and for ever when it does not', async () => {
    const client = await world.signInClient();
    const stream = await openStream(one.base, client.access);
    await stream.until('open');
    const refused = db.transaction().execute(async (trx) => {
      await addNotification(client, trx);
      throw new Error('rolled back');
    });
    await expect(refused).rejects.toThrow('rolled back');
    await db.transaction().execute(async (trx) => {
      await addNotification(client, trx);
      // Another commit on the same connection is heard first.
      await actAsAnotherCaller('another request', () => world.giveBalance(client, 5_000n, 'EUR'));
      await actAsAnotherCaller('the test', () => stream.until('balance'));
      expect(stream.events).not.toContain('notifications');
    });
    await stream.until('notifications');
    stream.close();
  });

  test('6-17 events of another client never arrive', async () => {
    const [owner, stranger] = [await world.signInClient(), await world.signInClient()];
    const streams = await Promise.all([owner, stranger].map(({ access }) => openStream(one.base, access)));
    const [own, others] = streams;
    await Promise.all(streams.map((stream) => stream.until('open')));
    const { order } = await world.buy(owner.access);
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, owner.access);
    await world.giveBalance(owner, 5_000n, 'EUR');
    await addNotification(owner);
    await vi.waitUntil(() => ['order', 'balance', 'notifications'].every((event) => own?.events.includes(event)));
    // What came before its own, on the same connection, has arrived by now.
    await world.giveBalance(stranger, 5_000n, 'EUR');
    await others?.until('balance');
    expect(others?.events).not.toContain('order');
    expect(others?.events).not.toContain('notifications');
    for (const stream of streams) stream.close();
  });

  test('two servers over one database announce the same changes', async () => {
    const client = await world.signInClient();
    const streams = await Promise.all([one, two].map(({ base }) => openStream(base, client.access)));
    await Promise.all(streams.map((stream) => stream.until('open')));
    await addNotification(client);
    await Promise.all(streams.map((stream) => stream.until('notifications')));
    for (const stream of streams) stream.close();
  });
});

describe('what is announced', () => {
  test('no trigger notifies: commits that do wait for each other until a standby has them', async () => {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc where prosrc ~* '\\mnotify\\M|pg_notify'
        and pronamespace = 'public'::regnamespace
    `.execute(db);
    expect(rows).toEqual([]);
  });

  test('no sequence is unlogged: a standby of PostgreSQL 15 that takes over cannot read it', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'S' and relpersistence = 'u'
    `.execute(db);
    expect(rows).toEqual([]);
  });

  test('is taken by the worker where no process has streams, however much there is', async () => {
    const client = await world.signInClient();
    await sql`insert into announced_changes (kind, client_id)
      select 'order', ${client.clientId}::uuid from generate_series(1, 1200)`.execute(db);
    await announceChanges(db);
    expect(await db.selectFrom('announcedChanges').select('kind').execute()).toEqual([]);
  });
});

describe('a stream is bound to its session', () => {
  const reasons: readonly EndReason[] = ['logged out', 'ended elsewhere', 'password changed', 'account deleted'];
  test.each(reasons)('%s: it ends within a second', async (reason) => {
    const client = await world.signInClient();
    const stream = await openStream(two.base, client.access);
    await stream.until('open');
    await endSession(client, reason);
    expect(await timed(() => stream.untilEnd())).toBeLessThan(1_000);
    expect(stream.events.at(-1)).toBe('over');
    expect((await openStream(two.base, client.access)).status).toBe(401);
  });

  test('the other sessions of the client go on', async () => {
    const client = await world.signInClient();
    const stream = await openStream(one.base, client.access);
    await stream.until('open');
    await db.transaction().execute((trx) =>
      endSessions(trx, {
        clientId: client.clientId,
        reason: 'ended elsewhere',
        now: context.clock.now(),
        only: randomUUID(),
      }),
    );
    await addNotification(client);
    await stream.until('notifications');
    expect(stream.hasEnded()).toBe(false);
    stream.close();
  });

  test('one that expires is found with the next beat', async () => {
    const server = await startServer({ beatMs: 50 });
    const client = await world.signInClient();
    const stream = await openStream(server.base, client.access);
    await vi.waitUntil(() => stream.text().includes('\n\n:\n\n'));
    await db
      .updateTable('sessions')
      .set({ expiresAt: context.clock.now() })
      .where('clientId', '=', client.clientId)
      .execute();
    await stream.untilEnd();
    expect(stream.events.at(-1)).toBe('over');
    await server.stop();
  });

  test('without a session, or with the token in the URL, there is none', async () => {
    const { access } = await world.signInClient();
    for (const query of ['', `?access=${access}`, `?x-authorization=Bearer%20${access}`]) {
      const response = await fetch(`${one.base}/client/changes${query}`);
      expect(response.status).toBe(403);
    }
  });
});

describe('limits', () => {
  test('1,000 streams of one client are refused politely, and no other client is', async () => {
    const client = await world.signInClient();
    const streams = await Promise.all(Array.from({ length: 1_000 }, () => openStream(one.base, client.access)));
    const refused = streams.filter(({ status }) => status === 429);
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(12);
    expect(refused).toHaveLength(988);
    expect(refused.every(({ headers }) => headers.get('retry-after') === '60')).toBe(true);
    expect(refused[0]?.text()).toContain('TOO_MANY_REQUESTS');
    const other = await openStream(one.base, (await world.signInClient()).access);
    expect(other.status).toBe(200);
    for (const stream of [...streams, other]) stream.close();
    // Closed streams make room.
    await vi.waitUntil(async () => {
      const again = await openStream(one.base, client.access);
      again.close();
      return again.status === 200;
    });
  });

  test('a full process asks to try later', async () => {
    const server = await startServer({ ofProcess: 1 });
    const stream = await openStream(server.base, (await world.signInClient()).access);
    const refused = await openStream(server.base, (await world.signInClient()).access);
    expect([stream.status, refused.status]).toEqual([200, 503]);
    expect(refused.headers.get('retry-after')).toBe('10');
    await server.stop();
  });
});

describe('a lost listener', () => {
  const terminate = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'causeway-live'`.execute(db);

  test('is replaced, and streams are asked to read everything again', async () => {
    const client = await world.signInClient();
    const stream = await openStream(one.base, client.access);
    await stream.until('open');
    await terminate();
    await stream.until('open', 2);
    await addNotification(client);
    await stream.until('notifications');
    stream.close();
  });

  test('a session that ended meanwhile has no stream afterwards', async () => {
    const client = await world.signInClient();
    const stream = await openStream(one.base, client.access);
    await stream.until('open');
    const owner = createDatabase(world.ownerUrl, { poolSize: 1 });
    await owner.transaction().execute(async (trx) => {
      // As if the connection had been lost before this commit.
      await sql`alter table sessions disable trigger ended_sessions_announced`.execute(trx);
      await endSessions(trx, { clientId: client.clientId, reason: 'logged out', now: context.clock.now() });
      await sql`alter table sessions enable trigger ended_sessions_announced`.execute(trx);
    });
    await owner.destroy();
    expect(stream.hasEnded()).toBe(false);
    await terminate();
    await stream.untilEnd();
  });

  test('that does not come back ends the streams, and new ones are refused: their clients poll', async () => {
    const { live, stop } = createLiveStreams({
      ...context,
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      limits: { firstWaitMs: 50 },
    });
    const sink = { send: () => undefined, end: () => undefined };
    const opening = live.open({ kind: 'client', clientId: randomUUID(), sessionId: randomUUID() }, sink);
    await expect(opening).rejects.toMatchObject({ status: 503, retryAfterSeconds: 10 });
    await stop();
  });
});

test('a server that stops ends its streams and is not kept from closing', async () => {
  const server = await startServer();
  const stream = await openStream(server.base, (await world.signInClient()).access);
  await stream.until('open');
  expect(await timed(() => server.stop())).toBeLessThan(5_000);
  await stream.untilEnd();
});
