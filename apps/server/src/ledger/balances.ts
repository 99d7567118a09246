import { sql, type RawBuilder } from 'kysely';
import type { Posting } from './entry.ts';
import type { Executor } from '../database/db.ts';
import { paths } from './paths.ts';

export interface Balance {
  path: string;
  currency: string;
  /** Smallest units; only the operator's accounts can be below zero. */
  balance: bigint;
}

/** What an account holds; 0n when it was never used. Equally fast for any number of entries. */
export async function readBalance(executor: Executor, path: string, currency: string): Promise<bigint> {
  const [row] = await select(executor, sql`path = ${path} and currency = ${currency}`);
  return row?.balance ?? 0n;
}

/** Every account at a path or below it, in every currency: `world` lists all that came from outside. */
export async function listBalances(executor: Executor, path: string): Promise<Balance[]> {
  // The accounts below a path lie between the colon and the character after it.
  return select(executor, sql`path = ${path} or (path >= ${`${path}:`} and path < ${`${path};`})`);
}

/**
 * Money that came to a balance by the entry in the place `since`; where that was a payer's, the account that has
 * confirmed the address since then has it.
 */
export async function findClaimed<Money extends { to: string; currency: string; since: bigint }>(
  executor: Executor,
  money: Money,
): Promise<Money> {
  const claim = await executor
    .selectFrom('balanceOperations')
    .innerJoin('ledgerKeys as claim', 'claim.entryId', 'balanceOperations.entryId')
    .select(['claim.place', 'reference'])
    .where('path', '=', money.to)
    .where('kind', '=', 'money_claimed')
    .where('currency', '=', money.currency)
    .where('claim.place', '>', money.since)
    .orderBy('claim.place')
    .executeTakeFirst();
  return claim === undefined ? money : { ...money, to: paths.client(claim.reference), since: claim.place };
}

async function select(executor: Executor, condition: RawBuilder<unknown>): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select path, currency, balance from ledger_accounts where ${condition} order by path, currency
  `.execute(executor);
  return rows;
}

/** Money that came to a balance by an entry, and the place of that. */
export interface Given {
  to: string;
  currency: string;
  since: bigint;
}

/** Money that was spent of a balance since money came there by an entry, before another one. */
export interface Spent extends Given {
  until?: bigint | undefined;
}

/** What a balance gave for a payout that a restore forgot, and what came back of that payout, to a balance too. */
export interface ForgottenSpent {
  /** The entry that took it of the balance. */
  entryId: string;
  spent: bigint;
  came: Given;
  back: bigint;
  /** How much of what came back losses hold, or were followed from; and how much of that the named one. */
  held: bigint;
  ours: bigint;
}

/** The newest payouts that a restore forgot, that were paid so and that came back. */
export async function listForgottenBack(
  executor: Executor,
  { to, currency, since }: Given,
  loss: string,
): Promise<ForgottenSpent[]> {
  const { rows } = await sql<Omit<ForgottenSpent, 'came'> & Given>`
    select given.entry_id as "entryId", -given.amount as spent, back.amount as back, back.path as "to", back.currency,
      returned.place as since, taken.held, taken.ours
    from balance_operations given join ledger_keys own on own.entry_id = given.entry_id
      join ledger_keys returned
        on returned.idempotency_key = 'outside_spend_back:' || substr(own.idempotency_key, length('forgotten_order:') + 1)
      join balance_operations back on back.entry_id = returned.entry_id and back.amount > 0
      cross join lateral (
        select coalesce(sum(-held.amount), 0)::numeric as held, coalesce(sum(-held.amount) filter (
          where starts_with(named.idempotency_key, 'proceeds_held:' || ${loss}::text || ':via:' || given.entry_id)
        ), 0)::numeric as ours
        from balance_operations held join ledger_keys named using (entry_id)
        where held.path = back.path and held.currency = back.currency and held.kind = 'proceeds_held'
          and strpos(named.idempotency_key, ':via:' || given.entry_id) > 0
          and not exists (select from ledger_keys reversal where reversal.reverses_entry_id = held.entry_id)
      ) taken
    where given.path = ${to} and given.currency = ${currency} and given.kind = 'forgotten_order'
      and own.place > ${since}
      and back.path = ${to}
    order by own.place desc
  `.execute(executor);
  return rows.map(({ to: path, currency: paid, since: by, ...row }) => ({
    ...row,
    came: { to: path, currency: paid, since: by },
  }));
}

/** A person frees or books all that is held of a client at that time: it is not given again out of later holds. */
export async function isHeldDecided(trx: Executor, since: bigint, { to, currency }: Posting): Promise<boolean> {
  const entries = trx
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerKeys', 'ledgerKeys.entryId', 'ledgerEntries.entryId');
  const own = entries.select('place').where('reference', '=', to.slice('held:'.length));
  const isOfIt = sql<boolean>`place > ${since} and ${to} = any(givers) and ${currency} = any(currencies)`;
  return (await own.where('kind', 'in', ['held_freed', 'kept_booked']).where(isOfIt).executeTakeFirst()) !== undefined;
}
