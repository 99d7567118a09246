import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { forgetCardsOfPayers } from '../cards/delete-card.ts';
import { endApplicants } from '../identity-checks/end-applicants.ts';
import { endVerification } from '../verification/verification-account.ts';
import { retention } from '../documents/retention.ts';
import { sql } from 'kysely';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { isOwnedBy } from '../account-parts/row-owner.ts';
import { textColumns } from './personal-columns.ts';

/**
 * Erases what was kept of accounts whose retention has ended: the sealed data, and what every table still had.
 *
 * @returns how many accounts were erased
 * @throws WrongClock
 */
export async function eraseDeleted(context: AppContext): Promise<number> {
  const { db, clock } = context;
  await requireRightClock(db);
  const due = await db.selectFrom('deletedClients').select('clientId').where('eraseAfter', '<=', clock.now()).execute();
  const failed = await settleEach(context, due, {
    work: 'erase-deleted',
    againWithin: 2 * 86_400,
    nameOf: ({ clientId }) => clientId,
    settle: ({ clientId }) => eraseOne(context, clientId),
  });
  const before = new Date(clock.now().getTime() - retention['time over'].ms);
  await db.transaction().execute((trx) => erasePayers(trx, before));
  await db.transaction().execute((trx) => eraseAged(trx, before));
  await forgetCardsOfPayers(context, before);
  return due.length - failed;
}

async function eraseOne(context: AppContext, clientId: string): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (trx) => {
    const erased = await trx
      .deleteFrom('deletedClients')
      .where('clientId', '=', clientId)
      .where('eraseAfter', '<=', clock.now())
      .executeTakeFirst();
    if (erased.numDeletedRows !== 1n) return;
    await endVerification(context, trx, clientId);
    await endApplicants(context, trx, clientId);
    await erasePersonal(trx, [clientId]);
  });
}

/** Erases the personal data that every table still has of accounts whose retention has ended. */
export async function erasePersonal(trx: Executor, clientIds: readonly string[]): Promise<void> {
  for (const [table, { retained }] of Object.entries(textColumns)) {
    if (retained === undefined) continue;
    await sql`
      update ${sql.table(table)} set ${emptied(table, retained.columns)}
      where ${isOwnedBy(retained.of, clientIds)}
    `.execute(trx);
  }
}

/**
 * Erases payers under an e-mail address that no account ever confirmed, once there was no order for as long. Money that
 * waits for the address keeps the row: it could not be claimed otherwise.
 */
export async function erasePayers(trx: Executor, before: Date): Promise<void> {
  const isOld = sql<boolean>`payer_email is not null and created_at < ${before} and not holds_money(nice_id)
    and not exists (select from orders where orders.client_id = clients.client_id and orders.created_at >= ${before})`;
  // Held first, and looked at once more: money that comes meanwhile is seen.
  const old = await trx.selectFrom('clients').select('clientId').where(isOld).forUpdate().execute();
  const clientIds = old.map(({ clientId }) => clientId);
  if (clientIds.length === 0) return;
  const erased = trx.updateTable('clients').set({ payerEmail: null }).where('clientId', 'in', clientIds).where(isOld);
  const rows = await erased.returning('clientId').execute();
  if (rows.length === 0) return;
  await erasePersonal(
    trx,
    rows.map(({ clientId }) => clientId),
  );
}

/** The same for rows without a known owner, once they are older than a moment. */
export async function eraseAged(trx: Executor, before: Date): Promise<void> {
  for (const [table, { aged }] of Object.entries(textColumns)) {
    if (aged === undefined) continue;
    const filled = sql.join(
      aged.columns.map((column) => sql`${sql.ref(column)}::text not in ('', '{}')`),
      sql` or `,
    );
    await sql`
      update ${sql.table(table)} set ${emptied(table, aged.columns)}
      where ${sql.ref(aged.by)} < ${before} and (${filled})
    `.execute(trx);
  }
}

/** Columns that hold JSON are set to an empty object, all others to an empty text. */
const jsonColumns: ReadonlySet<string> = new Set([
  'alarms.details',
  'analytics_events.options',
  'idempotency_keys.answer',
  'letters.parameters',
  'order_holds.details',
  'orders.destination_details',
  'unreadable_news.body',
]);

function emptied(table: string, columns: readonly string[]) {
  return sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${jsonColumns.has(`${table}.${column}`) ? sql`'{}'` : sql`''`}`),
  );
}

export async function eraseDeletedClients(context: AppContext): Promise<void> {
  const count = await eraseDeleted(context);
  if (count > 0) context.log.info('deleted accounts were erased', { count });
}
