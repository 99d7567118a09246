import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { createContext } from './create-context.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { openDatabase } from './database/open-database.ts';
import { createLog, type Log } from './log.ts';
import { askDatabase, draining } from './plugins/health.ts';
import { watchAges } from './modules/monitoring/watch-ages.ts';
import { seedDatabase } from './seed-database.ts';
import { beginLooking, startWorker } from './worker.ts';

/** A running server. */
export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** Opens the database, migrates and seeds it, and starts the roles that the configuration asks for. */
export async function serve(config: Config): Promise<RunningServer> {
  const log = createLog(config.LOG_LEVEL);
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).toReversed())
      await close().catch((error: unknown) => log.warn('closing failed', { error }));
  };
  try {
    const port = await open(config, log, closing);
    log.info('serving', { port, url: config.PUBLIC_URL });
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens one thing after the other; each registers how to close it. */
async function open(config: Config, log: Log, closing: (() => Promise<unknown>)[]): Promise<number> {
  const database = await openDatabase(config, log);
  closing.push(() => database.stop());
  await prepareDatabase(config, database);
  const opened = await createContext(config, log, database.url);
  closing.push(() => opened.stop());
  const { context, jobContext, boss, rates } = opened;
  await seedDatabase(context);
  const watch = watchAges(context);
  closing.push(() => watch.stop());
  const isWorker = config.ROLE !== 'web';
  const app = await createApp(context, {
    listLate: () => watch.listLate(),
    // The jobs have connections of their own, and a worker without any is not ready.
    check: async () => void (await Promise.all([askDatabase(context), isWorker && askDatabase(jobContext)])),
  });
  closing.push(() => app.close());
  const startDraining = draining(app);
  // The first price must be there before the first page is.
  await rates.ready;
  if (isWorker) await startWorker(jobContext, boss);
  // Not awaited: a page is served while a node is away.
  void beginLooking(context).catch((error: unknown) => log.warn('a chain was not looked at', { error }));
  await app.listen({ host: config.HOST, port: config.PORT });
  // The first step of stopping: until a proxy has noticed, calls still come.
  closing.push(async () => {
    startDraining();
    context.live.drain();
    await sleep(config.DRAIN_SECONDS * 1000);
  });
  return portOf(app.server.address());
}

function portOf(address: string | AddressInfo | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
