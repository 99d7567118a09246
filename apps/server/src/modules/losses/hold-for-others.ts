import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { findClaimed, type Given, listForgottenBack } from '../../ledger/balances.ts';
import { readEntry } from '../../ledger/entry.ts';
import { moneyOn, paths } from '../../ledger/paths.ts';
import { newUuid } from '../../new-uuid.ts';
import { markLost, shareOfLoss } from '../order-lifecycle/refund-payout.ts';
import { returnShare, shareLoss } from '../partner-fees/partner-fee.ts';
import { readPaid } from '../settlement/undo-exchange.ts';
import { listDecided, readHolds } from './decided-holds.ts';
import { followForgotten, holdAgain } from './follow-loss.ts';
import { type Followed, type Link, aboutOf, listFollowedOthers, listLinks, readGone } from './spent-money.ts';

/** Money that a loss holds no longer. */
interface Freed {
  /** The place of the first entry by which it was held. */
  since: bigint;
  /** By account and currency. */
  freed: Map<string, bigint>;
}

/** Losses that came while something was held may have found nothing because of it: of what is free now they take. */
export async function holdForOthers(
  context: AppContext,
  trx: Executor,
  client: string,
  { since, freed }: Freed,
): Promise<void> {
  const all = await listFollowedOthers(trx, client, since);
  for (const followed of all) {
    const { root, about, bookedAt, orderId, lossKey, lost } = followed;
    // Another one that ends at the same moment may have freed it, and a person may have decided about it.
    const mark = trx.selectFrom('orderLosses').select('lost').where('orderId', '=', orderId);
    const isOpen = await mark.where('lossKey', '=', lossKey).where('lost', '=', lost).executeTakeFirst();
    const asked = { names: [root], since: bookedAt ?? undefined };
    if (isOpen === undefined || (await listDecided(trx, { niceId: about }, asked)).length > 0) continue;
    const gone = await readGone(trx, followed);
    if (gone > 0n) await holdGone(context, trx, await listLinks(trx, followed, all), { gone, freed });
  }
}

/**
 * What had left for good is held of what is free again: of the balance that the order was paid from, or of one
 * from which the loss was followed there. Of none of those orders it is lost any longer.
 */
async function holdGone(
  context: AppContext,
  trx: Executor,
  links: readonly Link[],
  { gone, freed }: { gone: bigint; freed: Freed['freed'] },
): Promise<void> {
  let missing = gone;
  for (const { at, of, per } of links) {
    const { root, about, client } = at;
    const again = `:again:${newUuid(context)}`;
    const lost = (missing * of) / per;
    const loss = { key: `${at.lossKey}${again}`, root, about, again, within: { freed }, ...whyOf(root), lost };
    const amount = lost > 0n ? await holdAgain(context, trx, loss, paths.client(client), at.payinCurrency) : 0n;
    if (amount <= 0n) continue;
    const found = amount === lost ? missing : (amount * per) / of;
    missing -= found;
    for (const link of links)
      await loseLess(context, trx, link.at, link.at === at ? amount : (found * link.of) / link.per);
  }
}

async function loseLess(context: AppContext, trx: Executor, followed: Followed, by: bigint): Promise<void> {
  const { root, orderId, lossKey, lost, followedFrom } = followed;
  const left = lost > by ? lost - by : 0n;
  if (left === lost) return;
  await trx.deleteFrom('orderLosses').where('orderId', '=', orderId).where('lossKey', '=', lossKey).execute();
  await markLost(trx, { orderId }, { key: lossKey, lost: left, followedFrom });
  for (const key of [lossKey, `${lossKey}:left:${lost}`]) await returnShare(context, trx, followed, key);
  const rest = { key: `${lossKey}:left:${left}`, lost: left, expense: whyOf(root).expense };
  await shareLoss(context, trx, followed, rest);
  followed.lost = left;
}

function whyOf(root: string) {
  return root.startsWith('deposit:')
    ? ({ reason: 'deposit_gone', expense: paths.lostDeposits } as const)
    : ({ reason: 'payment_charged_back', expense: paths.chargebackLoss } as const);
}

/**
 * A payout that a restore forgot is back on the balance that had given for it: what losses of that balance have not
 * found is held of it. The caller holds the client.
 *
 * @param idempotencyKey the entry by which the balance gave for it
 */
export async function holdForgottenBack(context: AppContext, trx: Executor, idempotencyKey: string): Promise<void> {
  const given = await readEntry(trx, { idempotencyKey });
  const posting = given?.postings[0];
  if (given === undefined || posting === undefined) return;
  const { from: to, currency } = posting;
  const asked = { to, currency, until: given.place };
  const byRoot = new Map<string, Missing>();
  for (const lost of [...(await listMissing(trx, asked)), ...(await listMissingGiven(trx, asked))]) {
    const { missing, since } = byRoot.get(lost.root) ?? { ...lost, missing: 0n };
    byRoot.set(lost.root, { ...lost, missing: missing + lost.missing, since: since < lost.since ? since : lost.since });
  }
  for (const lost of byRoot.values()) if (lost.missing > 0n) await followMissing(context, trx, lost, { to, currency });
}

/** What of a loss is held nowhere of a balance, and was not followed on, and since when its money was there. */
interface Missing {
  root: string;
  about: string;
  missing: bigint;
  since: bigint;
}

interface Asked extends Pick<Given, 'to' | 'currency'> {
  /** The place of the entry before which money came there. */
  until: bigint;
}

/** What of it an earlier one that came back holds already is not held of the next one. */
async function followMissing(
  context: AppContext,
  trx: Executor,
  { root, about, missing, since }: Missing,
  balance: Pick<Given, 'to' | 'currency'>,
): Promise<void> {
  const given = { ...balance, since };
  const before = await listForgottenBack(trx, given, root);
  const found = before.reduce((sum, { spent, back, ours }) => sum + (spent * ours) / back, 0n);
  const loss = { key: root, root, about, lost: missing - found, ...whyOf(root) };
  await followForgotten(context, trx, loss, given);
}

/**
 * Payments of forgotten orders that a person gave to a balance before an entry: how much of what the house bears of
 * each is held nowhere of that balance, and was not followed to what was paid with it.
 */
async function listMissingGiven(trx: Executor, { to, currency, until }: Asked): Promise<Missing[]> {
  const { rows } = await sql<Missing>`
    select own.place as since, given.reference as about, max(lost.root) filter (where lost.borne > 0) as root, (
      sum(lost.borne - lost.won - lost.held - lost.followed)
    )::numeric as missing
    from balance_operations given join ledger_keys own on own.entry_id = given.entry_id
      cross join lateral (
        select substr(own.idempotency_key, length('forgotten_payment:') + 1) as name
      ) payment cross join lateral (
        select moved.kind, case moved.kind when 'bank_taken_back'
          then 'transfer:' || substr(named.idempotency_key, length('bank_taken_back:') + 1) else named.idempotency_key
        end as root, coalesce((
          select sum(amount) from unnest(moved.givers, moved.amounts) as part (giver, amount)
          where giver = ${paths.chargebackLoss}
        ), 0) as borne, coalesce((
          select sum(amount) from unnest(moved.takers, moved.amounts) as part (taker, amount)
          where taker = ${paths.chargebackLoss}
        ), 0) as won
        from ledger_entries moved join ledger_keys named using (entry_id)
        where moved.reference = given.reference and (moved.kind = 'bank_taken_back' or (
          moved.kind in ('forgotten_payment_lost', 'forgotten_payment_won')
            and starts_with(named.idempotency_key, moved.kind || ':' || payment.name || ':')
        ))
      ) booked cross join lateral (
        select booked.*, coalesce((
          select sum(-hold.amount) from balance_operations hold join ledger_keys named using (entry_id)
          where hold.path = given.path and hold.currency = given.currency and hold.kind = 'proceeds_held'
            and starts_with(named.idempotency_key, 'proceeds_held:' || booked.root || ':')
            and strpos(named.idempotency_key, ':via:') = 0
            and not exists (select from ledger_keys reversal where reversal.reverses_entry_id = hold.entry_id)
        ), 0) as held, coalesce((
          select sum(next.lost) from order_losses next join orders spent using (order_id)
          where next.loss_key collate "C" >= booked.root || ':via:' and next.loss_key collate "C" < booked.root || ':via;'
            and spent.payin_currency = given.currency
        ), 0) as followed
      ) lost
    where given.path = ${to} and given.currency = ${currency} and given.kind = 'forgotten_payment'
      and own.place < ${until}
    group by own.place, given.reference having sum(lost.borne - lost.won) > 0
    order by own.place
  `.execute(trx);
  return rows;
}

type LostHere = Pick<Followed, 'orderId' | 'payinAmount' | 'lossKey' | 'lost'>;

/** Losses of orders that brought anything to a balance, also a claimed payer's, or gave back their payment. */
async function listMissing(trx: Executor, { to, currency, until }: Asked): Promise<Missing[]> {
  const client = to.slice('client:'.length);
  const { rows } = await sql<LostHere & Missing & { given: bigint; followed: bigint }>`
    select came.order_id as "orderId", came.payin_amount as "payinAmount", loss_key as "lossKey", lost, root,
      min(named.place) as since, 0::numeric as missing, case when loss_key = root
        then coalesce(sum(brought.amount) filter (where reason <> 'payout_returned'), 0) else 0 end::numeric as given,
      coalesce(${aboutOf(sql`root`)}, ${client}) as about, coalesce((
        select sum(next.lost) from order_losses next join orders spent using (order_id)
        where next.loss_key collate "C" >= root || ':via:' and next.loss_key collate "C" < root || ':via;'
          and spent.client_id = owner.client_id and spent.payin_group = 'balance' and spent.payin_currency = ${currency}
      ), 0)::numeric as followed
    from clients owner
      join clients giver on giver.client_id = owner.client_id or giver.claimed_by = owner.client_id
      join balance_operations brought on path = 'client:' || giver.nice_id
      join ledger_keys named using (entry_id) join orders came on came.nice_id = brought.reference
      join order_losses using (order_id) cross join lateral (select split_part(loss_key, ':via:', 1) as root) of
      left join refunds on refunds.order_id = came.order_id and named.idempotency_key = 'refund:' || refund_id
    where owner.nice_id = ${client} and brought.currency = ${currency} and brought.amount > 0
      and brought.kind in ('balance_payout', 'refund_to_balance') and named.place < ${until}
    group by came.order_id, loss_key, lost, root, owner.client_id order by loss_key
  `.execute(trx);
  const [before, followed] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const missing: Missing[] = [];
  // `given` came of the order's payment itself: what was left of it, or was not wanted.
  for (const { given, ...loss } of rows) {
    const lostBefore = before.get(loss.orderId) ?? 0n;
    before.set(loss.orderId, lostBefore + loss.lost);
    const { unheld, rest } = await readUnheld(trx, { ...loss, before: lostBefore }, { to, currency, until });
    // Orders that one loss came to share what it was followed to from there.
    const left = followed.get(loss.root) ?? loss.followed;
    const known = left < unheld ? left : unheld;
    followed.set(loss.root, left - known);
    missing.push({ ...loss, missing: unheld - known + (rest < given ? rest : given) });
  }
  return missing;
}

/**
 * How much of what a loss takes of what came to a balance by an order is held nowhere, and how much of the loss is none
 * of what the order brought to any balance.
 */
async function readUnheld(
  trx: Executor,
  { orderId, payinAmount, lossKey, lost, before }: LostHere & { before: bigint },
  { to, currency, until }: Asked,
): Promise<{ unheld: bigint; rest: bigint }> {
  const paid = await readPaid(trx, orderId);
  const posting = paid?.postings[0];
  if (paid === undefined || posting?.to.startsWith('client:') !== true) return { unheld: 0n, rest: lost };
  const most = payinAmount > before ? payinAmount - before : 0n;
  const rest = lost > most ? lost - most : 0n;
  const came = await findClaimed(trx, { ...posting, since: paid.place });
  if (came.to !== to || came.currency !== currency || came.since > until) return { unheld: 0n, rest };
  const share = shareOfLoss({ payinAmount }, posting.amount, { before, lost });
  const held = await readHolds(trx, lossKey, paid.refundId);
  return { unheld: share > held ? share - held : 0n, rest };
}

/**
 * What losses held of a payer and hold no longer, since an account had the payer's money the last time: it is its
 * owner's.
 */
export async function findFreed(trx: Executor, payer: string, owner: string): Promise<Freed | undefined> {
  const { rows } = await sql<{ since: bigint; currency: string; amount: bigint }>`
    with own as (
      select entry_id, key.place, kind, reference, currency, amount
      from balance_operations join ledger_keys key using (entry_id) where path = ${paths.client(payer)}
    ), first as (
      -- The rest of a loss is held by an entry of its own.
      select reference, currency, min(place) as since from own where kind = 'proceeds_held' group by 1, 2
    )
    select min(first.since) as since, currency, least(sum(abs(amount)), (
      select balance from ledger_accounts there where path = ${paths.client(payer)} and there.currency = held.currency
    )) as amount
    from own held join first using (reference, currency)
      join ledger_keys freed on freed.reverses_entry_id = held.entry_id
    where kind = 'proceeds_held' and not exists (
      select from own claim where claim.kind = 'money_claimed' and claim.place > freed.place
    )
    group by currency order by since
  `.execute(trx);
  const since = rows[0]?.since;
  return since === undefined
    ? undefined
    : { since, freed: new Map(rows.map(({ currency, amount }) => [moneyOn(paths.client(owner), currency), amount])) };
}
