import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { listUnreadable, storeUnreadable } from '../alarms/unreadable-reports.ts';
import { reportId, recordTransfer } from './record-transfer.ts';

const pageSize = 100;

/**
 * Reads what the bank has received since the last look and records every transfer once, for any number of concurrent
 * calls. What cannot be parsed or recorded is set aside and retried, and the cursor moves.
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
    await recordEachTransfer(
      context,
      transfers.map(({ body }) => body),
    );
    const last = transfers.at(-1);
    if (last === undefined) break;
    after = last.number;
    await moveCursor(context, bank.name, after);
    if (transfers.length < pageSize) break;
  }
  const unreadable = await listUnreadable(context, bank.name);
  await recordEachTransfer(
    context,
    unreadable.map(({ body }) => body),
  );
}

async function recordEachTransfer(context: AppContext, bodies: readonly unknown[]): Promise<void> {
  const source = context.providers.bank.name;
  await settleEach(context, bodies, {
    work: 'collect-transfers',
    againWithin: 120,
    nameOf: reportId,
    settle: (body) => recordTransfer(context, body),
    postpone: (body, reason) =>
      storeUnreadable(context, context.db, { source, outsideId: reportId(body), body, reason }),
  });
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
