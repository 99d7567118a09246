import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { takeInTransfer } from './take-in-transfer.ts';

const pageSize = 100;

/**
 * Reads what the bank has received since the last look and takes every transfer in once, however often and from however
 * many places at a time this is called.
 *
 * @throws ProviderError
 */
export async function collectTransfers(context: AppContext): Promise<void> {
  const { bank } = context.providers;
  const kept = await context.db
    .selectFrom('bankCursors')
    .select('lastNumber')
    .where('bank', '=', bank.name)
    .executeTakeFirst();
  for (let after = kept?.lastNumber ?? 0n; ;) {
    const transfers = await bank.listTransfers(after, pageSize);
    for (const transfer of transfers) await takeInTransfer(context, transfer);
    const last = transfers.at(-1);
    if (last === undefined) return;
    after = last.number;
    await moveCursor(context, bank.name, after);
    if (transfers.length < pageSize) return;
  }
}

async function moveCursor({ db }: AppContext, bank: string, lastNumber: bigint): Promise<void> {
  await db
    .insertInto('bankCursors')
    .values({ bank, lastNumber })
    .onConflict((conflict) =>
      conflict
        .column('bank')
        .doUpdateSet({ lastNumber: sql`greatest(bank_cursors.last_number, excluded.last_number)` }),
    )
    .execute();
}
