import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import { readEntry } from '../../ledger/entry.ts';
import { type OrderRow, canBeFollowed, ownersOf } from '../order-lifecycle/store.ts';

/** Of these names of losses those about which a person has decided nothing since an entry. */
export async function listUndecided(trx: Executor, order: Pick<OrderRow, 'niceId'>, asked: Named): Promise<string[]> {
  await lockLosses(trx, asked.names);
  const decided = new Set((await listDecided(trx, order, asked)).map(({ name }) => name));
  return asked.names.filter((name) => !decided.has(name));
}

/** Losses by their names, and the place of the entry since which they are asked about. */
interface Named {
  names: readonly string[];
  since: bigint | undefined;
}

/** A loss of this name, or of one that begins with it and this: by the index, whose order is that of bytes. */
const isNamed = (after: ':' | ':via:') => sql`(loss_key collate "C" = name
  or loss_key collate "C" >= name || ${after}::text and loss_key collate "C" < name || ${`${after.slice(0, -1)};`}::text)`;

/**
 * What a person has freed or booked of what was held for losses of an order, or of a client, since an entry, also of
 * payouts that came back: the loss and the entry's place. Who decides and who asks hold the clients whose money it is.
 */
export async function listDecided(
  trx: Executor,
  { niceId }: Pick<OrderRow, 'niceId'>,
  { names, since = 0n }: Named,
): Promise<{ name: string; decidedAt: bigint }[]> {
  const held = sql`
    select entry_id, takers, currencies from ledger_entries where reference = ${niceId} and kind = 'proceeds_held'
    union
    select entry_id, takers, currencies from unnest(${names}::text[]) as name
      join order_losses on ${isNamed(':')} join refunds using (order_id)
      join ledger_keys on idempotency_key = 'proceeds_held:returned:' || refund_id || ':' || loss_key
      join ledger_entries using (entry_id)
  `;
  const niceIds = sql`select substr(takers[1], length('held:') + 1) from (${held}) held`;
  await sql`select from clients where nice_id in (${niceIds}) order by client_id for no key update`.execute(trx);
  const { rows } = await sql<{ hold: string; decidedAt: bigint }>`
    select regexp_replace(own.idempotency_key, '^proceeds_held:(returned:[^:]*:)?', '') as hold,
      decided_key.place as "decidedAt"
    from (${held}) held join ledger_keys own using (entry_id) join ledger_entries decided
      on decided.reference = substr(held.takers[1], length('held:') + 1)
        and held.takers[1] = any(decided.givers) and held.currencies[1] = any(decided.currencies)
      join ledger_keys decided_key on decided_key.entry_id = decided.entry_id and decided_key.place > own.place
    where own.place > ${since}
      and decided.kind in ('held_freed', 'kept_booked')
      and not exists (select from ledger_keys reversal where reversal.reverses_entry_id = held.entry_id)
  `.execute(trx);
  const longest = names.toSorted((left, right) => right.length - left.length);
  return rows.flatMap(({ hold, decidedAt }) => {
    const name = longest.find((start) => hold === start || hold.startsWith(`${start}:`));
    return name === undefined ? [] : [{ name, decidedAt }];
  });
}

/**
 * Holds clients whose money a loss takes or frees, and all to whom it can have gone on from them, one loss after the
 * other, and before them all their orders that it can be followed to, as what changes an order holds that first. Who
 * makes an order holds its client: one that is made meanwhile is found once the clients are held, and they are let go.
 */
export async function lockOwners(trx: Executor, from: RawBuilder<unknown>, also = sql`select null::uuid`) {
  const isNext = sql`spent.client_id = reached.client_id and spent.payin_group = 'balance' and spent.pay_to_partner`;
  const clientIds = sql`
    with recursive reached as (
      select client_id from (${from}) given union select next.client_id from reached cross join lateral (
        select claimed_by as client_id from clients where client_id = reached.client_id and claimed_by is not null union all ${ownersOf(isNext)}
      ) next
    ) select client_id from reached
  `;
  const orders = sql`
    select order_id from orders
    where client_id in (${clientIds}) and payin_group = 'balance' and ${canBeFollowed} or order_id in (${also})
  `;
  for (;;) {
    await sql`savepoint owners`.execute(trx);
    const { rows } = await sql<OrderId>`${orders} order by order_id for no key update`.execute(trx);
    const held = new Set(rows.map(({ orderId }) => orderId));
    await sql`select from clients where client_id in (${clientIds}) order by client_id for no key update`.execute(trx);
    const now = await sql<OrderId>`${orders}`.execute(trx);
    if (now.rows.every(({ orderId }) => held.has(orderId))) break;
    await sql`rollback to savepoint owners`.execute(trx);
  }
  await sql`release savepoint owners`.execute(trx);
}

type OrderId = Pick<OrderRow, 'orderId'>;

/** As `lockOwners`, for all whose money losses of these names hold, and all orders that they were followed to. */
export async function lockLosses(trx: Executor, names: readonly string[]): Promise<void> {
  const [all, isOfThem] = [sql`unnest(${names}::text[]) as name`, isNamed(':via:')];
  const orders = sql`
    select order_id from ${all} join order_losses on ${isOfThem}
    union select order_id from ${all} join partner_fee_losses on ${isOfThem}
  `;
  const holders = sql`
    select client_id from unnest(${names}::text[]) as name join ledger_keys
      on idempotency_key >= 'proceeds_held:' || name and idempotency_key < 'proceeds_held:' || name || ';'
      join ledger_entries using (entry_id) join clients on nice_id = substr(takers[1], length('held:') + 1)
  `;
  await lockOwners(trx, sql`${ownersOf(sql`spent.order_id in (${orders})`)} union all ${holders}`, orders);
}

/** Names of what one loss can hold of one client's money: as it came, what was paid with it, and a payer's. */
export function nameHolds(key: string): [string, string, string] {
  return [key, `${key}:back`, `${key}:unclaimed`];
}

/** What a loss holds of what an order brought to a balance, or had back there. */
export async function readHolds(trx: Executor, lossKey: string, refundId: string): Promise<bigint> {
  const keys = [...nameHolds(lossKey), `returned:${refundId}:${lossKey}`].map((name) => `proceeds_held:${name}`);
  const holds = await Promise.all(keys.map(async (idempotencyKey) => readEntry(trx, { idempotencyKey })));
  return holds.reduce((sum, hold) => sum + (hold?.postings[0]?.amount ?? 0n), 0n);
}
