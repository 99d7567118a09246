import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';

const readyWithinMs = 2_000;

/** `/healthz`: the program runs. `/readyz`: it can serve; without its own test it asks the database. */
export function health(app: FastifyInstance, context: AppContext, check = () => askDatabase(context)): void {
  app.get('/healthz', { config: { isUnlimited: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { config: { isUnlimited: true } }, async (_request, reply) => {
    const isReady = await isDoneInTime(check);
    void reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready' };
  });
}

async function askDatabase(context: AppContext): Promise<void> {
  await sql`select 1`.execute(context.db);
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
