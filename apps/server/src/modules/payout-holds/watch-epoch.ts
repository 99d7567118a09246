import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { beginEpoch, checkEpoch, type DatabaseEpoch } from './check-epoch.ts';

/** Clocks of servers that work together differ by less. */
const clockSlackMs = 60_000;

/**
 * Looks whether the database or the clock went back: by the database's identity, by the mark that this host saw last,
 * and by the time at which any worker looked last. Run when a worker starts and every minute.
 */
export async function watchEpoch(context: AppContext): Promise<void> {
  const known = await checkEpoch(context);
  const witness = join(context.config.DATA_DIR, `epoch-${nameOf(known)}`);
  const remembered = await readMark(witness);
  const now = context.clock.now();
  const mark = await context.db.transaction().execute(async (trx) => {
    const held = await trx.selectFrom('databaseEpoch').selectAll().forUpdate().executeTakeFirstOrThrow();
    const { identity, seenAt } = held;
    if (remembered > held.mark) await beginEpoch(context, trx, held, { identity, reason: 'restored' });
    else if (seenAt.getTime() - now.getTime() > clockSlackMs)
      await beginEpoch(context, trx, held, { identity, reason: 'clock_back' });
    const moved = await trx
      .updateTable('databaseEpoch')
      .set({ mark: sql<bigint>`greatest(mark, ${remembered}) + 1`, seenAt: now })
      .returning('mark')
      .executeTakeFirstOrThrow();
    return moved.mark;
  });
  await keepMark(context.config.DATA_DIR, witness, mark);
}

function nameOf({ identity }: DatabaseEpoch): string {
  return createHash('sha256').update(identity).digest('hex').slice(0, 16);
}

async function readMark(path: string): Promise<bigint> {
  const text = await readFile(path, 'utf8').catch(() => '0');
  return /^\d{1,18}$/.test(text) ? BigInt(text) : 0n;
}

/** In one step, so that a host that stops has the mark before or the one after. Several workers may share the folder. */
async function keepMark(directory: string, path: string, mark: bigint): Promise<void> {
  await mkdir(directory, { recursive: true });
  const next = `${path}.${process.pid}.new`;
  await writeFile(next, mark.toString());
  await rename(next, path);
}
