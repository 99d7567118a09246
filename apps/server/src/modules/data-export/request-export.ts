import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { makeExportJob } from './jobs.ts';
import { findLastExport, insertExport } from './store.ts';

const hour = 3600 * 1000;
/** One copy in this time. */
export const exportEveryMs = 24 * hour;
/** How long a copy is kept for its client. */
export const exportKeptMs = 7 * 24 * hour;

/**
 * C-72: queues a copy of all that is held about a client. Asked again while it is being made it adds nothing.
 *
 * @throws Refusal DATA_EXPORT_SOON where there was one within the day
 */
export async function requestExport(context: AppContext, clientId: string): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    // Held, so that one of many requests at once makes it, and none while the account is being closed.
    const client = await trx
      .selectFrom('clients')
      .select('deletedAt')
      .where('clientId', '=', clientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (client.deletedAt !== null) throw new Refusal({ code: 'NOT_FOUND' });
    const last = await findLastExport(trx, clientId);
    if (last !== undefined && last.requestedAt.getTime() + exportEveryMs > now.getTime()) {
      if (last.readyAt === null && last.endedAt === null) return;
      throw new Refusal({ code: 'DATA_EXPORT_SOON' });
    }
    const exportId = newUuid(context);
    await insertExport(trx, {
      exportId,
      clientId,
      requestedAt: now,
      endsAt: new Date(now.getTime() + exportKeptMs),
    });
    await context.jobs.enqueue(trx, makeExportJob, { exportId });
  });
}
