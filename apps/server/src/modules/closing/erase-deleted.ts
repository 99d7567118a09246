import type { AppContext } from '../../context.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { keptMs } from './delete-account.ts';
import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import { type RowOwner, textColumns } from './personal-columns.ts';

/**
 * Erases what was kept of accounts whose time is over: the sealed data, and what every table still had.
 *
 * @returns how many accounts were erased
 */
export async function eraseDeleted(context: AppContext): Promise<number> {
  const { db, clock } = context;
  const due = await db.selectFrom('deletedClients').select('clientId').where('eraseAfter', '<=', clock.now()).execute();
  const failed = await settleEach(context, due, {
    work: 'erase-deleted',
    nameOf: ({ clientId }) => clientId,
    settle: ({ clientId }) => eraseOne(context, clientId),
  });
  await db.transaction().execute((trx) => eraseAged(trx, new Date(clock.now().getTime() - keptMs)));
  return due.length - failed;
}

async function eraseOne({ db, clock }: AppContext, clientId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const erased = await trx
      .deleteFrom('deletedClients')
      .where('clientId', '=', clientId)
      .where('eraseAfter', '<=', clock.now())
      .executeTakeFirst();
    if (erased.numDeletedRows === 1n) await erasePersonal(trx, [clientId]);
  });
}

const whereOf: Readonly<Record<RowOwner, string>> = {
  client: 'client_id = any($1)',
  order: 'order_id in (select order_id from orders where client_id = any($1))',
  payout: 'payout_id in (select payout_id from payouts join orders using (order_id) where client_id = any($1))',
  transaction: `transaction_id in (
    select transaction_id from account_transactions join payouts using (payout_id) join orders using (order_id) where client_id = any($1)
  )`,
};

/** Erases the personal data that every table still has of accounts whose time is over. */
export async function erasePersonal(trx: Executor, clientIds: readonly string[]): Promise<void> {
  for (const [table, { retained }] of Object.entries(textColumns)) {
    if (retained === undefined) continue;
    const [before = '', after = ''] = whereOf[retained.of].split('$1');
    await sql`
      update ${sql.table(table)} set ${emptied(table, retained.columns)}
      where ${sql.raw(before)}${clientIds}::uuid[]${sql.raw(after)}
    `.execute(trx);
  }
}

/** The same of rows that name nobody we know, once they are older than a moment. */
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

/** Columns that hold JSON are emptied to an empty object, all others to an empty text. */
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
