import { clientLevels, type ClientLevel } from '@causeway/domain/clients/client-level';
import { sql } from 'kysely';
import type { Db, Executor } from '../../database/db.ts';
import { z } from 'zod';
import { keepForASecond } from '../currencies/keep-for-a-second.ts';
import { monthOf } from './count-money.ts';

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

const standingRow = z.object({
  level: z.string(),
  isBasicVerifyEnabled: z.boolean(),
  eur: z.bigint(),
  usd: z.bigint(),
});

/** What a client may do and has done this month. */
export interface LimitStanding {
  level: ClientLevel;
  isBasicVerifyEnabled: boolean;
  /**
   * Money accepted in this calendar month (UTC), and what orders wait for that may still come in it; in cents, at the
   * market when the orders were made.
   */
  usedThisMonth: Readonly<Record<LimitCurrency, bigint>>;
}

/**
 * `undefined` when there is no such client. Purchases from merchants, which anybody can make under an e-mail address,
 * count by themselves: they use up nothing of what its owner may do.
 *
 * @param exceptOrderId a waiting order that is left out
 */
export async function readStanding(
  executor: Executor,
  clientId: string,
  now: Date,
  isMerchant = false,
  exceptOrderId?: string,
): Promise<LimitStanding | undefined> {
  const { rows } = await sql`
    select level, is_basic_verify_enabled, waiting.eur + accepted.eur as eur, waiting.usd + accepted.usd as usd
    from clients,
      lateral (
        select coalesce(sum(payin_amount_eur), 0) as eur, coalesce(sum(payin_amount_usd), 0) as usd from orders
        where orders.client_id = clients.client_id and is_merchant = ${isMerchant}
          and status not in ('processing', 'finished', 'error', 'expired', 'refunded', 'canceled')
          and order_id is distinct from ${exceptOrderId ?? null}::uuid
          and not exists (select from limit_entries counted where counted.order_id = orders.order_id)
      ) waiting,
      lateral (
        select coalesce(sum(used) filter (where currency = 'EUR'), 0) as eur, coalesce(sum(used) filter (where currency = 'USD'), 0) as usd
        from limit_uses
        where limit_uses.client_id = clients.client_id and is_merchant = ${isMerchant} and month = ${monthOf(now)}::date
      ) accepted
    where clients.client_id = ${clientId}::uuid
  `.execute(executor);
  const [row] = z.array(standingRow).parse(rows);
  if (row === undefined) return undefined;
  const level = clientLevels.find((known) => known === row.level) ?? 'unverified';
  const { isBasicVerifyEnabled, eur, usd } = row;
  return { level, isBasicVerifyEnabled, usedThisMonth: { EUR: eur, USD: usd } };
}
