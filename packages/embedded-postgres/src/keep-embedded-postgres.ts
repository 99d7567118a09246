import { preparePlace } from './place/prepare-place.ts';
import { readPostmaster } from './postmaster.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

const pauseMs = 2000;

/**
 * As `startEmbeddedPostgres`, and starts the server again, at the same address, where it ends while it is in use:
 * PostgreSQL gives up where its disk is full, and a system that is short of memory kills it. While it does not start,
 * as on a disk that is still full, it is tried again.
 *
 * @param warn receives one line when the server has ended, and when it runs again
 * @throws Error as `startEmbeddedPostgres`, at the first start alone
 */
export async function keepEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
  warn: (line: string) => void,
): Promise<EmbeddedPostgres> {
  let running = await startEmbeddedPostgres(options);
  const place = await preparePlace(options.dataDirectory, () => {});
  const { url, port } = running;
  let isSaid = false;
  let isStopping = false;
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    if ((await readPostmaster(place)) !== undefined) return;
    const ended = running;
    running = await startEmbeddedPostgres({ ...options, port });
    await ended.stop();
    warn('The database server had ended: it runs again');
    isSaid = false;
  };
  const logEnd = (error: unknown): void => {
    if (!isSaid) warn(`The database server has ended: ${error instanceof Error ? error.message : String(error)}`);
    isSaid = true;
  };
  const watch = (): void => {
    if (isStopping) return;
    timer = setTimeout(() => void (looking = look().catch(logEnd).then(watch)), pauseMs).unref();
  };
  watch();

  const stop = async (): Promise<void> => {
    isStopping = true;
    clearTimeout(timer);
    await looking;
    await running.stop();
  };
  return { url, port, stop };
}
