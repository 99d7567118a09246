import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';

const readyWithinMs = 2_000;

/** What `/readyz` reports. */
export interface HealthSources {
  /** Throws when the process cannot do its work; without it the database is queried. */
  check?(): Promise<void>;
  /** What in the whole server is older than it may be: no reason to stop using this process, but to look into it. */
  listLate?(): readonly string[];
}

/** `/healthz`: the program runs. `/readyz`: it can serve, and what is late. */
export function health(
  app: FastifyInstance,
  context: AppContext,
  { check = () => askDatabase(context), listLate = () => [] }: HealthSources = {},
): void {
  app.get('/healthz', { config: { isUnlimited: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { config: { isUnlimited: true } }, async (_request, reply) => {
    const isReady = await isDoneInTime(check);
    void reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready', late: listLate() };
  });
}

/** @throws Error when no connection answers */
export async function askDatabase({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await sql`select 1`.execute(db);
}

async function isDoneInTime(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, readyWithinMs, false);
  });
  const done = check().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([done, late]);
  clearTimeout(timer);
  return isReady;
}

/**
 * Lets a server announce its end: from the call of the returned function `/readyz` is 503, and each answer asks its
 * caller to open another connection, while calls are still answered. A proxy has that long to send them elsewhere.
 */
export function draining(app: FastifyInstance): () => void {
  let isDraining = false;
  app.addHook('onRequest', async (request, reply) => {
    if (!isDraining) return;
    void reply.header('connection', 'close');
    if (request.url !== '/readyz') return;
    return reply.code(503).header('cache-control', 'no-store').send({ status: 'draining' });
  });
  return () => void (isDraining = true);
}
