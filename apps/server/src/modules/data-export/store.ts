import type { Selectable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { DataExports } from '../../database/types.generated.ts';
import type { AccountPart } from '../account-parts/account-part.ts';

type ExportRow = Selectable<DataExports>;

/** The copy that a client asked for last. */
export async function findLastExport(executor: Executor, clientId: string): Promise<ExportRow | undefined> {
  return executor
    .selectFrom('dataExports')
    .selectAll()
    .where('clientId', '=', clientId)
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertExport(
  trx: Executor,
  row: Pick<ExportRow, 'exportId' | 'clientId' | 'requestedAt' | 'endsAt'>,
): Promise<void> {
  await trx.insertInto('dataExports').values(row).execute();
}

/** Keeps the key of a copy that is being made, or finds the one that an earlier try kept. `undefined` once it ended. */
export async function keepExportKey(
  executor: Executor,
  exportId: string,
  sealedKey: string,
): Promise<string | undefined> {
  await executor
    .updateTable('dataExports')
    .set({ sealedKey })
    .where('exportId', '=', exportId)
    .where('sealedKey', '=', '')
    .where('endedAt', 'is', null)
    .execute();
  const row = await executor
    .selectFrom('dataExports')
    .select('sealedKey')
    .where('exportId', '=', exportId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row?.sealedKey;
}

/** @returns whether it became ready now: `false` when it was before, `undefined` when it has ended */
export async function markReady(
  trx: Executor,
  exportId: string,
  { bytes, readyAt, endsAt }: { bytes: number; readyAt: Date; endsAt: Date },
): Promise<boolean | undefined> {
  const row = await trx
    .selectFrom('dataExports')
    .select(['readyAt', 'endedAt'])
    .where('exportId', '=', exportId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.endedAt !== null) return undefined;
  if (row.readyAt !== null) return false;
  await trx.updateTable('dataExports').set({ bytes, readyAt, endsAt }).where('exportId', '=', exportId).execute();
  return true;
}

/** Ends what opens a client's copies; the sweep takes their files away. */
async function endExports(trx: Executor, clientId: string, endedAt: Date): Promise<void> {
  await trx
    .updateTable('dataExports')
    .set({ sealedKey: '', endedAt })
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null)
    .execute();
}

/** Ends copies whose time is over. */
export async function endOldExports({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('dataExports')
    .set({ sealedKey: '', endedAt: now })
    .where('endsAt', '<=', now)
    .where('endedAt', 'is', null)
    .execute();
}

/** A copy of the data ends with the account. */
export const dataExportAccount: AccountPart = {
  async close({ clock }, trx, { clientId }) {
    await endExports(trx, clientId, clock.now());
  },
  async endStrangers({ clock }, trx, { clientId }) {
    await endExports(trx, clientId, clock.now());
  },
};
