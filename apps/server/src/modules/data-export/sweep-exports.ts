import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { endOldExports } from './store.ts';

/** Ends copies whose time is over, then removes from the store what no key opens any more. */
export async function sweepExports(context: AppContext): Promise<void> {
  await endOldExports(context);
  const { db, clock, providers } = context;
  const gone = await db
    .selectFrom('dataExports')
    .select('exportId')
    .where('endedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .limit(1000)
    .execute();
  await settleEach(context, gone, {
    work: 'sweep-data-exports',
    againWithin: 6 * 3600,
    nameOf: ({ exportId }) => exportId,
    settle: async ({ exportId }) => {
      await providers.documentStore.remove(exportId);
      await db.updateTable('dataExports').set({ removedAt: clock.now() }).where('exportId', '=', exportId).execute();
    },
  });
}
