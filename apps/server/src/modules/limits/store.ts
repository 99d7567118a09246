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

/** Currencies in which limits are kept (9-16). */
export type LimitCurrency = 'EUR' | 'USD';
export type LimitTables = Readonly<Record<LimitCurrency, LimitTable>>;

/** Statuses of orders that moved no money and never will. */
const unusedStatuses = ['canceled', 'expired', 'refunded'] as const;

async function loadLimits(db: Db): Promise<LimitTables> {
  const rows = await db.selectFrom('clientLimits').select(['level', 'currency', 'orderMax', 'monthMax']).execute();
  const tableOf = (currency: LimitCurrency): LimitTable =>
    new Map(
      rows
        .filter((row) => row.currency === currency)
        .map((row) => [row.level, { orderMax: row.orderMax * 100n, monthMax: row.monthMax * 100n }]),
    );
  return { EUR: tableOf('EUR'), USD: tableOf('USD') };
}

/** The limits of every level in both currencies, at most a second old. */
export const getLimitTable = keepForASecond(loadLimits);

/** What a client may do and has done this month. */
export interface LimitStanding {
  level: ClientLevel;
  isBasicVerifyEnabled: boolean;
  /** Pay-ins of this calendar month (UTC) whose orders stand, in cents, at the market when they were made. */
  usedThisMonth: Readonly<Record<LimitCurrency, bigint>>;
}

/**
 * `undefined` when there is no such client. Purchases from merchants, which anybody can make under an e-mail address,
 * count by themselves: they use up nothing of what its owner may do.
 */
export async function readStanding(
  executor: Executor,
  clientId: string,
  now: Date,
  isMerchant = false,
): Promise<LimitStanding | undefined> {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const row = await executor
    .selectFrom('clients')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('orders')
          .select([
            sql<bigint>`coalesce(sum(payin_amount_eur), 0)`.as('eur'),
            sql<bigint>`coalesce(sum(payin_amount_usd), 0)`.as('usd'),
          ])
          .whereRef('orders.clientId', '=', 'clients.clientId')
          .where('orders.createdAt', '>=', monthStart)
          .where('orders.status', 'not in', unusedStatuses)
          .where('orders.isMerchant', '=', isMerchant)
          .as('used'),
      (join) => join.onTrue(),
    )
    .select(['level', 'isBasicVerifyEnabled', 'used.eur', 'used.usd'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const level = clientLevels.find((known) => known === row.level) ?? 'unverified';
  const { isBasicVerifyEnabled, eur, usd } = row;
  return { level, isBasicVerifyEnabled, usedThisMonth: { EUR: eur ?? 0n, USD: usd ?? 0n } };
}
