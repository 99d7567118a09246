import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { sql } from 'kysely';
import type { operationTypes } from '@causeway/contract/calls/list-operations';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { typeOf } from '../balance-operations/store.ts';

/** Most movements of one file: a spreadsheet takes more than a document that a person reads. */
export const rowsMost = { pdf: 2000, csv: 20_000 } as const;

export interface StatementRequest {
  clientId: string;
  currency: string;
  from: Date;
  /** The moment after the last one. */
  until: Date;
  rowsMost: number;
}

export interface StatementRow {
  createdAt: Date;
  type: (typeof operationTypes)[number];
  /** The number that people read of the order that it belongs to; empty for none. */
  number: string;
  /** Smallest units; below zero for what went. */
  amount: bigint;
  /** What the client had after it. */
  balance: bigint;
}

export interface Statement {
  holder: { name: string; email: string; niceId: string };
  opening: bigint;
  closing: bigint;
  rows: StatementRow[];
}

/**
 * What a client had in a currency at the beginning and the end of a period, as the ledger has kept it with each
 * movement, and the movements between.
 *
 * @throws Refusal STATEMENT_TOO_LONG
 */
export async function readStatement({ db }: Pick<AppContext, 'db'>, asked: StatementRequest): Promise<Statement> {
  const { clientId, currency, from, until, rowsMost: most } = asked;
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const client = await trx
        .selectFrom('clients')
        .select(['niceId', 'firstName', 'lastName', 'email'])
        .where('clientId', '=', clientId)
        .executeTakeFirstOrThrow();
      const path = `client:${client.niceId}`;
      const balanceBefore = async (moment: Date) => {
        const { rows } = await sql<{ balance: bigint }>`
          select balance from balance_operations
          where path = ${path} and currency = ${currency} and created_at < ${moment}
          order by created_at desc, place desc limit 1
        `.execute(trx);
        return rows[0]?.balance ?? 0n;
      };
      const { rows } = await sql<StatementRow>`
        select moved.created_at, ${typeOf('moved')} as type, coalesce(own.number, '') as number, moved.amount, moved.balance
        from balance_operations moved left join lateral (
          select * from orders where orders.nice_id = moved.reference and orders.client_id = ${clientId}::uuid limit 1
        ) own on true
        where moved.path = ${path} and moved.currency = ${currency}
          and moved.created_at >= ${from} and moved.created_at < ${until}
        order by moved.created_at, moved.place limit ${most + 1}
      `.execute(trx);
      if (rows.length > most) throw new Refusal({ code: 'STATEMENT_TOO_LONG', field: 'time_to', values: { most } });
      const [opening, closing] = [await balanceBefore(from), await balanceBefore(until)];
      const moved = rows.reduce((sum, { amount }) => sum + amount, opening);
      if (moved !== closing) throw new Error(`The movements of ${path} in ${currency} do not lead to its balance.`);
      return {
        holder: { name: nameOf(client), email: client.email ?? '', niceId: client.niceId },
        opening,
        closing,
        rows: rows.map((row) => ({ ...row, number: row.number === '' ? '' : showOrderNumber(row.number) })),
      };
    });
}

/** First and last name of an account's holder; empty before they are known. */
export async function readHolderName(executor: Executor, clientId: string): Promise<string> {
  const client = await executor
    .selectFrom('clients')
    .select(['firstName', 'lastName'])
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  return nameOf(client);
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter((part) => part).join(' ');
}
