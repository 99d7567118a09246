import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { Spent } from '../../ledger/balances.ts';
import { shareOfLoss } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, canBeFollowed } from '../order-lifecycle/store.ts';
import { readPaid } from '../settlement/undo-exchange.ts';
import { readHolds } from './decided-holds.ts';

/** The newest orders that were paid so. */
export async function listSpent(trx: Executor, { to, currency, since, until }: Spent) {
  const { rows } = await sql<{ orderId: string; paidAt: bigint }>`
    select orders.order_id as "orderId", paid.place as "paidAt" from orders join clients using (client_id)
      join ledger_keys paid on paid.idempotency_key = 'balance_hold:' || orders.order_id
    where clients.nice_id = ${to.slice('client:'.length)} and payin_group = 'balance'
      and payin_currency = ${currency} and ${canBeFollowed}
      and paid.place > ${since} and (${until ?? null}::bigint is null or paid.place < ${until ?? null})
    order by paid.place desc limit 10
  `.execute(trx);
  return rows;
}

/**
 * What losses of money that had come to a balance before an entry have taken of what was there since then, held or
 * followed to what was paid with it, less what was followed so before; and since when the last of their money was
 * there.
 */
export async function readOthers(
  trx: Executor,
  { about }: { about: string },
  { to, currency, since }: Pick<Spent, 'to' | 'currency' | 'since'>,
): Promise<{ taken: bigint; since: bigint }> {
  const client = to.slice('client:'.length);
  const { rows } = await sql<{ taken: bigint; since: bigint }>`
    with followed as not materialized (
      select order_id, lost, coalesce(${aboutOf(sql`root`)}, split_part(root, ':', 2)) as about
      from order_losses cross join lateral (select split_part(loss_key, ':via:', 1) as root) of
    ), taken as (
      select case when reference = ${client} then split_part(idempotency_key, ':', 3) else reference end as about,
        -amount as amount, null::bigint as place
      from balance_operations held join ledger_keys own using (entry_id)
      where path = ${to} and currency = ${currency} and kind = 'proceeds_held'
        and not exists (select from ledger_keys reversal where reversal.reverses_entry_id = held.entry_id)
        and not exists (
          select from balance_operations freed join ledger_keys freed_key using (entry_id)
          where freed.path = held.path and freed.currency = held.currency and freed.kind = 'held_freed'
            and freed_key.place > own.place
        )
      union all
      select about, lost, paid.place from clients join orders spent using (client_id) join followed using (order_id)
        join ledger_keys paid on paid.idempotency_key = 'balance_hold:' || spent.order_id
      where clients.nice_id = ${client} and payin_group = 'balance' and payin_currency = ${currency}
    ), came as (
      select about, min(place) as since from (
        select coalesce(about, reference) as about, named.place
        from balance_operations brought join ledger_keys named using (entry_id)
          left join orders on orders.nice_id = reference left join followed using (order_id)
        where path = ${to} and currency = ${currency} and amount > 0
        union all ${cameOtherwise(client, currency)}
      ) each group by 1
    ), moved as (
      select amount, coalesce(place > ${since}, true) as is_here,
        case when about = ${about} then ${since} else coalesce(since, 0) end as since
      from taken left join came using (about)
    )
    select coalesce(sum(case when is_here then amount else -amount end), 0) as taken,
      coalesce(max(since) filter (where is_here), 0) as since
    from moved where is_here = (since < ${since})
  `.execute(trx);
  return rows[0] ?? { taken: 0n, since };
}

/** What a loss is of: an order, transfer or payment, also where nothing of it is held as all it bought has left. */
export const aboutOf = (root: RawBuilder<unknown>) => sql`(
  case split_part(${root}, ':', 1)
    when 'payment' then (
      select nice_id from card_payments join orders using (order_id)
      where payment_id = split_part(${root}, ':', 2)::uuid
    )
    when 'transfer' then (
      select coalesce(nice_id, transfer_id::text) from bank_transfers left join orders using (order_id)
      where transfer_id = split_part(${root}, ':', 2)::uuid
    )
    when 'deposit' then (
      select nice_id from deposits join orders using (order_id) where deposit_id = split_part(${root}, ':', 2)::uuid
    )
    else (select reference from ledger_keys join ledger_entries using (entry_id) where idempotency_key = ${root})
  end
)`;

/** What came under another name than what a loss of it holds: a payer's money, a deposit and a reward. */
const cameOtherwise = (client: string, currency: string) => sql`
  select brought.reference as about, claim.place
  from clients owner join clients payer on payer.claimed_by = owner.client_id
    join balance_operations gave on gave.path = 'client:' || payer.nice_id
    join ledger_keys claim on claim.entry_id = gave.entry_id
    join balance_operations brought on brought.path = gave.path
    join ledger_keys before on before.entry_id = brought.entry_id
  where owner.nice_id = ${client} and gave.kind = 'money_claimed' and brought.amount > 0
    and gave.currency = ${currency} and brought.currency = ${currency} and before.place < claim.place
  union all
  select deposit_id::text, place from clients owner join deposits using (client_id)
    join ledger_keys on idempotency_key = 'crypto_payin:' || deposit_id
  where owner.nice_id = ${client} and currency = ${currency}
  union all
  select reward.nice_id, place from clients owner join referral_rewards reward using (client_id)
    join ledger_keys on idempotency_key = 'referral_payout:' || payout_id
  where owner.nice_id = ${client}`;

/** What of the money of an order another loss was followed to, and the order whose payment that is. */
export interface Followed extends Pick<OrderRow, 'orderId' | 'niceId' | 'status' | 'payinAmount' | 'payinCurrency'> {
  root: string;
  about: string;
  /** The place of the entry by which that loss was booked, where it is known. */
  bookedAt: bigint | null;
  lossKey: string;
  lost: bigint;
  /** The loss of the order that brought what this one was paid with; `null` where the balance had it otherwise. */
  followedFrom: string | null;
  /** Whose order it is. */
  client: string;
}

/**
 * To what losses were followed that came to orders of a client and were booked since an entry, also of other clients.
 */
export async function listFollowedOthers(trx: Executor, client: string, since: bigint): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select named.root, followed.loss_key as "lossKey", followed.lost,
      followed.followed_from as "followedFrom", spent.order_id as "orderId",
      spent.nice_id as "niceId", spent.status, spent.payin_amount as "payinAmount",
      spent.payin_currency as "payinCurrency", clients.nice_id as client, coalesce(${aboutOf(sql`named.root`)}, ${client}) as about,
      booked.place as "bookedAt"
    from clients join orders spent using (client_id) join order_losses followed using (order_id)
      cross join lateral (select split_part(followed.loss_key, ':via:', 1) as root) named
      cross join lateral (select split_part(named.root, ':', 2) as subject) of
      left join lateral (
        select max(place) as place from ledger_keys
        where idempotency_key = any(case
          when named.root ~ ':turn[0-9]+:rest$'
            then array['card_won:' || of.subject || ':' || substring(named.root from ':turn([0-9]+):rest$')]
          when named.root like 'payment:%' then array['card_taken_back:' || substr(named.root, length('payment:') + 1)]
          when named.root like 'forgotten_payment_lost:%' then array[named.root]
          when named.root like 'transfer:%' then array['bank_taken_back:' || substr(named.root, length('transfer:') + 1)]
          else array(
            select 'deposit_lost:' || of.subject || ':' || turn
            from generate_series(0, split_part(named.root, ':', 3)::int) turn
          )
        end)
      ) booked on true
    where spent.payin_group = 'balance' and followed.loss_key like '%:via:%'
      and (booked.place is null or booked.place > ${since}) and named.root in (
        select split_part(loss_key, ':via:', 1)
        from clients own_client join orders using (client_id) join order_losses using (order_id)
        where own_client.nice_id = ${client} and payin_group = 'balance' and loss_key like '%:via:%'
      )
    order by followed.loss_key
  `.execute(trx);
  return rows;
}

/** What an order that a loss was followed to brought to a balance: the loss's part, and what of that is not held. */
async function readBrought(trx: Executor, { orderId, payinAmount, lossKey, lost }: Followed) {
  const paid = await readPaid(trx, orderId);
  const posting = paid?.postings[0];
  if (paid === undefined || posting?.to.startsWith('client:') !== true) return undefined;
  const share = shareOfLoss({ payinAmount }, posting.amount, { before: 0n, lost });
  const held = await readHolds(trx, lossKey, paid.refundId);
  return { ...posting, share, unheld: share > held ? share - held : 0n };
}

/**
 * How much of what a loss was followed to is neither held nor followed on to what was paid with it, in what the order
 * was paid with.
 */
export async function readGone(trx: Executor, followed: Followed): Promise<bigint> {
  const { status, lost } = followed;
  const brought = await readBrought(trx, followed);
  // Of an order that has ended without a payout the money is on the balance again.
  if (brought === undefined) return status === 'processing' || status === 'finished' ? lost : 0n;
  const { share, unheld } = brought;
  const onward = await sumFollowedOn(trx, followed);
  return unheld > onward ? (lost * (unheld - onward)) / share : 0n;
}

/** The money of orders that ended without a payout is on the balance again. */
async function sumFollowedOn(trx: Executor, { lossKey }: Followed): Promise<bigint> {
  const { rows } = await sql<{ lost: bigint }>`
    select coalesce(sum(lost), 0)::numeric as lost from order_losses join orders spent using (order_id)
    where followed_from = ${lossKey} and (spent.status in ('processing', 'finished') or exists (
      select from refunds where refunds.order_id = spent.order_id and reason = 'payout_returned'
    ))
  `.execute(trx);
  return rows[0]?.lost ?? 0n;
}

/** An order that a loss was followed to; `of` of what it was paid with is `per` of what the first of them was. */
export interface Link {
  at: Followed;
  of: bigint;
  per: bigint;
}

/** An order that a loss was followed to, and after it those that had brought what it was paid with. */
export async function listLinks(trx: Executor, first: Followed, all: readonly Followed[]): Promise<Link[]> {
  const links: Link[] = [{ at: first, of: 1n, per: 1n }];
  for (let last = links.at(-1); last !== undefined;) {
    const { at, of, per }: Link = last;
    const giver = all.find(({ lossKey }) => lossKey === at.followedFrom);
    const brought = giver === undefined ? undefined : await readBrought(trx, giver);
    if (giver === undefined || brought === undefined || brought.share === 0n) break;
    last = { at: giver, of: of * giver.lost, per: per * brought.share };
    links.push(last);
  }
  return links;
}
