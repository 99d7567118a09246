import { type ClientLevel, clientLevels } from '@causeway/domain/clients/client-level';
import { sql } from 'kysely';
import { type Db, type Executor, requireRightClock } from '../../database/db.ts';
import { z } from 'zod';
import { keepForASecond } from '../currencies/keep-for-a-second.ts';

/** Most per order and per calendar month, in cents. */
interface LevelLimits {
  orderMax: bigint;
  monthMax: bigint;
}

/** Levels without an entry allow nothing. */
type LimitTable = ReadonlyMap<string, LevelLimits>;

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
  isZerohashFlow: z.boolean(),
  eur: z.bigint(),
  usd: z.bigint(),
});

/** What a client may exchange and has exchanged this month. */
export interface LimitStanding {
  level: ClientLevel;
  isBasicVerifyEnabled: boolean;
  isZerohashFlow: boolean;
  /**
   * Money accepted in this calendar month (UTC), and what waiting orders, save those at merchants, may still bring in
   * it; in cents, at the market when the orders were made.
   */
  usedThisMonth: Readonly<Record<LimitCurrency, bigint>>;
}

/**
 * `undefined` when there is no such client. Purchases from merchants, which any person can make under an e-mail
 * address, are counted separately: they use up nothing of its owner's limit. They count once their money is accepted:
 * unpaid ones, which cost nothing, would keep the owner of the address out of all merchants.
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
    select level, is_basic_verify_enabled, is_zerohash_flow, waiting.eur + accepted.eur as eur, waiting.usd + accepted.usd as usd
    from clients,
      lateral (
        select coalesce(sum(payin_amount_eur), 0) as eur, coalesce(sum(payin_amount_usd), 0) as usd from orders
        where orders.client_id = clients.client_id and not is_merchant and not ${isMerchant}::boolean
          and status not in ('processing', 'finished', 'error', 'expired', 'refunded', 'canceled')
          and order_id is distinct from ${exceptOrderId ?? null}::uuid
          and not exists (select from limit_entries counted where counted.order_id = orders.order_id and is_counted)
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
  const { isBasicVerifyEnabled, isZerohashFlow, eur, usd } = row;
  return { level, isBasicVerifyEnabled, isZerohashFlow, usedThisMonth: { EUR: eur, USD: usd } };
}

/** Whose money is counted, and in which month. */
interface LimitAccount {
  clientId: string;
  /** Purchases at merchants, which any person can make under an e-mail address, are counted separately. */
  isMerchant: boolean;
  now: Date;
}

/** What an order uses up of one currency's limit, in cents. */
export interface LimitUse {
  currency: LimitCurrency;
  /** What is accepted now. */
  amount: bigint;
  /** The order's own amount: it was promised, even if the limit has changed. */
  promised: bigint;
  /** Of the month; absent where the order is not checked against this currency. */
  limit: bigint | undefined;
}

const limitCurrencies: readonly LimitCurrency[] = ['EUR', 'USD'];

/** The first day of a moment's month, UTC. */
function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

/** Locks a client's counters of the month, so that what is judged by them is true when it counts. @throws WrongClock */
export async function holdLimits(trx: Executor, { clientId, isMerchant, now }: LimitAccount): Promise<void> {
  await requireRightClock(trx);
  const month = sql<Date>`${monthOf(now)}::date`;
  await trx
    .insertInto('limitUses')
    .values(limitCurrencies.map((currency) => ({ clientId, currency, month, isMerchant, used: 0n, most: 0n })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .selectFrom('limitUses')
    .select('currency')
    .where('clientId', '=', clientId)
    .where('month', '=', month)
    .where('isMerchant', '=', isMerchant)
    .orderBy('currency')
    .forUpdate()
    .execute();
}

/**
 * Counts accepted money of an order in the present month. The database refuses an amount that is neither within the
 * limit nor promised.
 *
 * @throws Error constraint `limit_uses_within`
 */
export async function countMoney(
  trx: Executor,
  { orderId, ...account }: LimitAccount & { orderId: string },
  uses: readonly LimitUse[],
): Promise<void> {
  await holdLimits(trx, account);
  const { clientId, isMerchant, now } = account;
  const month = sql<Date>`${monthOf(now)}::date`;
  await trx.deleteFrom('limitEntries').where('orderId', '=', orderId).where('isCounted', '=', false).execute();
  for (const { currency, amount, promised, limit } of uses) {
    await sql`
      update limit_uses set used = used + ${amount}::numeric,
        most = greatest(used + ${limit === undefined ? amount : least(amount, promised)}::numeric, ${limit ?? 0n}::numeric)
      where client_id = ${clientId}::uuid and currency = ${currency} and month = ${month} and is_merchant = ${isMerchant}
    `.execute(trx);
    await trx.insertInto('limitEntries').values({ orderId, currency, clientId, month, isMerchant, amount }).execute();
  }
}

/** Gives back what a refunded order had used up, to the month it was taken from. */
export async function uncountMoney(trx: Executor, orderId: string): Promise<void> {
  await setCounted(trx, orderId, false);
}

/** A merchant's payment that was lost and is back is part of the month again that it had counted in. */
export async function recountMoney(trx: Executor, orderId: string): Promise<void> {
  await setCounted(trx, orderId, true);
}

async function setCounted(trx: Executor, orderId: string, isCounted: boolean): Promise<void> {
  // Locked in the order that every caller uses.
  await sql`
    select from limit_uses join limit_entries using (client_id, currency, month, is_merchant)
    where order_id = ${orderId}::uuid order by currency for update of limit_uses
  `.execute(trx);
  await sql`
    with moved as (
      update limit_entries set is_counted = ${isCounted} where order_id = ${orderId}::uuid and is_counted <> ${isCounted}
      returning *, case when is_counted then amount else -amount end as change
    )
    update limit_uses uses set used = used + change, most = greatest(most, used + change) from moved
    where (uses.client_id, uses.currency, uses.month, uses.is_merchant) = (moved.client_id, moved.currency, moved.month, moved.is_merchant)
  `.execute(trx);
}

/** What one client has used up counts for another from now on, month by month: its orders are that one's. */
export async function moveMonths(trx: Executor, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into limit_uses (client_id, currency, month, is_merchant, used, most)
    select ${to}::uuid, currency, month, is_merchant, 0, 0 from limit_uses where client_id = ${from}::uuid
    on conflict do nothing
  `.execute(trx);
  await sql`
    select from limit_uses where client_id in (${from}::uuid, ${to}::uuid)
    order by client_id, month, currency, is_merchant for update
  `.execute(trx);
  await sql`
    update limit_uses own set used = own.used + other.used, most = greatest(own.most, own.used + other.used)
    from limit_uses other where own.client_id = ${to}::uuid and other.client_id = ${from}::uuid
      and (own.currency, own.month, own.is_merchant) = (other.currency, other.month, other.is_merchant)
  `.execute(trx);
  await trx.updateTable('limitEntries').set({ clientId: to }).where('clientId', '=', from).execute();
  await trx.updateTable('limitUses').set({ used: 0n }).where('clientId', '=', from).execute();
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
