import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createContext } from './create-context.ts';
import { migrateDatabase } from './database/migrate-database.ts';
import { openDatabase } from './database/open-database.ts';
import { createLog } from './log.ts';
import { seedDatabase } from './seed-database.ts';
import { startWorker } from './worker.ts';

/** A running server. */
export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** Opens the database, migrates and seeds it, and starts the roles that the configuration asks for. */
export async function serve(config: Config): Promise<RunningServer> {
  const log = createLog(config.LOG_LEVEL);
  const database = await openDatabase(config, log);
  try {
    await migrateDatabase(database.url);
    const { context, stop: stopContext } = await createContext(config, log, database.url);
    await seedDatabase(context);
    const stopWorker = config.ROLE === 'web' ? undefined : await startWorker(context);
    const app = await createApp(context);
    await app.listen({ host: config.HOST, port: config.PORT });
    const port = portOf(app.server.address());
    log.info('serving', { port, url: config.PUBLIC_URL });
    return {
      port,
      stop: async () => {
        await app.close();
        await stopWorker?.();
        await stopContext();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop().catch(() => {});
    throw error;
  }
}

function portOf(address: string | AddressInfo | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
