import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { LimitCurrency } from './store.ts';

/** Whose money counts, and in which month. */
export interface LimitAccount {
  clientId: string;
  /** Purchases at merchants, which anybody can make under an e-mail address, count by themselves. */
  isMerchant: boolean;
  now: Date;
}

/** What an order uses up of one currency's limit, in cents. */
export interface LimitUse {
  currency: LimitCurrency;
  /** What is accepted now. */
  amount: bigint;
  /** What the order was made for: that much was promised, whatever the limit has become. */
  promised: bigint;
  /** Of the month; absent where the order is not held against this currency. */
  limit: bigint | undefined;
}

const limitCurrencies: readonly LimitCurrency[] = ['EUR', 'USD'];

/** The first day of a moment's month, UTC. */
export function monthOf(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}

/** Holds a client's counters of the month, so that what is judged by them is still so when it is counted. */
export async function holdLimits(trx: Executor, { clientId, isMerchant, now }: LimitAccount): Promise<void> {
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
 * Counts accepted money of an order in the month of now. The database refuses what is neither within the limit nor
 * promised.
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
  for (const { currency, amount, promised, limit } of uses) {
    await sql`
      update limit_uses set used = used + ${amount}::numeric,
        most = greatest(used + ${limit === undefined ? amount : least(amount, promised)}::numeric, ${limit ?? 0n}::numeric)
      where client_id = ${clientId}::uuid and currency = ${currency} and month = ${month} and is_merchant = ${isMerchant}
    `.execute(trx);
    await trx.insertInto('limitEntries').values({ orderId, currency, clientId, month, isMerchant, amount }).execute();
  }
}

/** Gives back what an order had used up, whose money went back, to the month it was taken from. */
export async function uncountMoney(trx: Executor, orderId: string): Promise<void> {
  // Held in the order in which everybody holds them.
  await sql`
    select from limit_uses join limit_entries using (client_id, currency, month, is_merchant)
    where order_id = ${orderId}::uuid order by currency for update of limit_uses
  `.execute(trx);
  await sql`
    with gone as (delete from limit_entries where order_id = ${orderId}::uuid returning *)
    update limit_uses set used = used - gone.amount from gone
    where limit_uses.client_id = gone.client_id and limit_uses.currency = gone.currency
      and limit_uses.month = gone.month and limit_uses.is_merchant = gone.is_merchant
  `.execute(trx);
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
