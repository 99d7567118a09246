import { clientLevels, type ClientLevel } from '@causeway/domain/clients/client-level';
import { sql } from 'kysely';
import type { Db, Executor } from '../../database/db.ts';
import { keepForASecond } from '../currencies/keep-for-a-second.ts';

/** Most per order and per calendar month, in cents. */
export interface LevelLimits {
  orderMax: bigint;
  monthMax: bigint;
}

/** Levels without an entry allow nothing. */
export type LimitTable = ReadonlyMap<string, LevelLimits>;

/** Statuses of orders that moved no money and never will. */
const unusedStatuses = ['canceled', 'expired', 'refunded'] as const;

async function loadLimits(db: Db): Promise<LimitTable> {
  const rows = await db
    .selectFrom('clientLimits')
    .select(['level', 'orderMax', 'monthMax'])
    .where('currency', '=', 'EUR')
    .execute();
  return new Map(rows.map((row) => [row.level, { orderMax: row.orderMax * 100n, monthMax: row.monthMax * 100n }]));
}

/** The limits of every level in EUR, at most a second old. */
export const getLimitTable = keepForASecond(loadLimits);

/** What a client may do and has done this month. */
export interface LimitStanding {
  level: ClientLevel;
  isBasicVerifyEnabled: boolean;
  /** Pay-ins of this calendar month (UTC) whose orders stand, in cents. */
  usedThisMonth: bigint;
}

/** `undefined` when there is no such client. */
export async function readStanding(
  executor: Executor,
  clientId: string,
  now: Date,
): Promise<LimitStanding | undefined> {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const row = await executor
    .selectFrom('clients')
    .select(['level', 'isBasicVerifyEnabled'])
    .select((client) =>
      client
        .selectFrom('orders')
        .select(sql<bigint>`coalesce(sum(payin_amount_eur), 0)`.as('used'))
        .whereRef('orders.clientId', '=', 'clients.clientId')
        .where('orders.createdAt', '>=', monthStart)
        .where('orders.status', 'not in', unusedStatuses)
        .as('used'),
    )
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const level = clientLevels.find((known) => known === row.level) ?? 'unverified';
  return { level, isBasicVerifyEnabled: row.isBasicVerifyEnabled, usedThisMonth: row.used ?? 0n };
}
