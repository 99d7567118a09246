import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { type Posting, readEntry, reverseEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { newUuid } from '../../new-uuid.ts';
import { endLosses, markLost, readLost, shareOfLoss } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { returnShare, shareLoss } from '../partner-fees/partner-fee.ts';
import { readPaid } from '../settlement/undo-exchange.ts';
import { holdAgain, moneyOn, nameHolds } from './follow-loss.ts';

/** What of losses goes on when they end. */
interface Rest {
  /** The entry since which it was held, at first under other names. */
  since?: string | undefined;
  /** Holds what stays lost of them, before the rest is held for others. */
  hold?: () => Promise<void>;
}

/** Returns what was held under these keys, and where they were followed to, to its balance: the losses have ended. */
export async function releaseProceeds(
  context: AppContext,
  trx: Executor,
  keys: readonly string[],
  { since, hold }: Rest = {},
): Promise<void> {
  const freed = new Map<string, Freed>();
  for (const key of keys) await freeProceeds(context, trx, key, freed);
  await addBalances(trx, freed, -1n);
  await hold?.();
  await addBalances(trx, freed, 1n);
  for (const [client, money] of freed) {
    const heldSince = since !== undefined && since < money.since ? since : money.since;
    await holdForOthers(context, trx, client, { ...money, since: heldSince });
  }
}

/** What is less on the balances after a hold than before it is free no more. */
async function addBalances(trx: Executor, freed: ReadonlyMap<string, Freed>, times: bigint): Promise<void> {
  for (const [client, { amounts }] of freed)
    for (const [currency, amount] of amounts)
      amounts.set(currency, amount + times * (await readBalance(trx, paths.client(client), currency)));
}

async function freeProceeds(context: AppContext, trx: Executor, key: string, freed: Map<string, Freed>): Promise<void> {
  // What frees and what is freed for others: one loss of a client after the other.
  await sql`
    select from clients where client_id in (
      select client_id from orders join order_losses using (order_id)
      where loss_key = ${key} or starts_with(loss_key, ${`${key}:via:`})
    ) order by client_id for no key update
  `.execute(trx);
  const release = async (heldKey: string) => releaseHold(context, trx, heldKey, freed);
  const releaseOf = async (name: string) => {
    let isHeld = false;
    for (const heldKey of nameHolds(name)) isHeld = (await release(heldKey)) || isHeld;
    return isHeld;
  };
  await releaseOf(key);
  // What was held at once, and what had been paid with it and was taken back.
  for (let index = 0; await releaseOf(`${key}:${index}`); index += 1);
  for (const { heldKey, isFollowed, ...order } of await endLosses(trx, key)) {
    await release(heldKey);
    // That of the lost payment's own order ends with what the outside says of it.
    if (isFollowed && (await readLost(trx, order)) === 0n) await clearAlarm(context, trx, 'chargeback', order.niceId);
  }
  for (const viaKey of await listFollowed(trx, 'proceeds_held', key)) await release(viaKey);
  for (const viaKey of await listFollowed(trx, 'partner_fee_lost', key)) {
    const [orderId = ''] = viaKey.slice(`${key}:via:`.length).split(':');
    await returnShare(context, trx, await lockOrder(trx, orderId), viaKey);
  }
}

/** Money of a client that a loss held no longer. */
interface Freed {
  /** The first entry by which it was held. */
  since: string;
  amounts: Map<string, bigint>;
}

/** What of the money of an order another loss was followed to, and the order whose payment that is. */
interface Followed extends Pick<OrderRow, 'orderId' | 'niceId' | 'status' | 'payinAmount' | 'payinCurrency'> {
  root: string;
  about: string;
  /** The entry by which that loss was booked, where it is known. */
  bookedBy: string | null;
  lossKey: string;
  lost: bigint;
}

/** Losses that came while something was held may have found nothing because of it: of what is free now they take. */
export async function holdForOthers(
  context: AppContext,
  trx: Executor,
  client: string,
  { since, amounts }: Freed,
): Promise<void> {
  const freed = new Map([...amounts].map(([currency, amount]) => [moneyOn(paths.client(client), currency), amount]));
  for (const followed of await listFollowedOthers(trx, client, since)) {
    const { root, about, bookedBy, orderId, lossKey, lost, payinCurrency } = followed;
    // Another one that ends at the same moment may have freed it, and a person may have decided about it.
    const mark = trx.selectFrom('orderLosses').select('lost').where('orderId', '=', orderId);
    const isOpen = await mark.where('lossKey', '=', lossKey).where('lost', '=', lost).executeTakeFirst();
    const asked = { names: [root], since: bookedBy ?? undefined };
    if (isOpen === undefined || (await listDecided(trx, { niceId: about }, asked)).length > 0) continue;
    const name = `:again:${newUuid(context)}`;
    const named = { key: `${lossKey}${name}`, root, about, again: { name, freed } };
    const isDeposit = root.startsWith('deposit:');
    const why = isDeposit
      ? ({ reason: 'deposit_gone', expense: paths.lostDeposits } as const)
      : ({ reason: 'payment_charged_back', expense: paths.chargebackLoss } as const);
    const loss = { ...named, ...why, lost: await readGone(trx, followed) };
    const amount = loss.lost > 0n ? await holdAgain(context, trx, loss, paths.client(client), payinCurrency) : 0n;
    if (amount <= 0n) continue;
    await trx.deleteFrom('orderLosses').where('orderId', '=', orderId).where('lossKey', '=', lossKey).execute();
    await markLost(trx, { orderId }, { key: lossKey, lost: lost - amount });
    for (const key of [lossKey, `${lossKey}:left:${lost}`]) await returnShare(context, trx, followed, key);
    const rest = { key: `${lossKey}:left:${lost - amount}`, lost: lost - amount, expense: why.expense };
    await shareLoss(context, trx, followed, rest);
  }
}

/** What losses held of a payer and hold no longer, since an account had the payer's money the last time. */
export async function findFreed(trx: Executor, payer: string): Promise<Freed | undefined> {
  const { rows } = await sql<{ since: string; currency: string; amount: bigint }>`
    with own as (
      select entry_id, kind, reference, currency, amount from balance_operations where path = ${paths.client(payer)}
    ), first as (
      -- The rest of a loss is held by an entry of its own.
      select reference, currency, min(entry_id::text) as since from own where kind = 'proceeds_held' group by 1, 2
    )
    select min(first.since)::uuid as since, currency, least(sum(abs(amount)), (
      select balance from ledger_accounts there where path = ${paths.client(payer)} and there.currency = held.currency
    )) as amount
    from own held join first using (reference, currency)
      join ledger_keys freed on freed.reverses_entry_id = held.entry_id
    where kind = 'proceeds_held' and not exists (
      select from own claim where claim.kind = 'money_claimed' and claim.entry_id > freed.entry_id
    )
    group by currency order by since
  `.execute(trx);
  const since = rows[0]?.since;
  return since === undefined
    ? undefined
    : { since, amounts: new Map(rows.map(({ currency, amount }) => [currency, amount])) };
}

/** Those that were booked since an entry. */
async function listFollowedOthers(trx: Executor, client: string, since: string): Promise<Followed[]> {
  const { rows } = await sql<Followed>`
    select named.root, followed.loss_key as "lossKey", followed.lost, spent.order_id as "orderId",
      spent.nice_id as "niceId", spent.status, spent.payin_amount as "payinAmount",
      spent.payin_currency as "payinCurrency", coalesce(own.nice_id, ${client}) as about,
      booked.entry_id as "bookedBy"
    from clients join orders spent using (client_id) join order_losses followed using (order_id)
      cross join lateral (select split_part(followed.loss_key, ':via:', 1) as root) named
      left join order_losses lost on lost.loss_key = named.root left join orders own on own.order_id = lost.order_id
      cross join lateral (select split_part(named.root, ':', 2) as subject) of
      left join lateral (
        select max(entry_id::text)::uuid as entry_id from ledger_keys
        where idempotency_key = any(case
          when named.root ~ ':turn[0-9]+:rest$'
            then array['card_won:' || of.subject || ':' || substring(named.root from ':turn([0-9]+):rest$')]
          when named.root like 'payment:%' then array['card_taken_back:' || substr(named.root, length('payment:') + 1)]
          when named.root like 'transfer:%' then array['bank_taken_back:' || substr(named.root, length('transfer:') + 1)]
          else array(
            select 'deposit_lost:' || of.subject || ':' || turn
            from generate_series(0, split_part(named.root, ':', 3)::int) turn
          )
        end)
      ) booked on true
    where clients.nice_id = ${client} and spent.payin_group = 'balance' and followed.loss_key like '%:via:%'
      and (booked.entry_id is null or booked.entry_id > ${since}::uuid)
    order by followed.loss_key
  `.execute(trx);
  return rows;
}

/** How much of what a loss was followed to is held nowhere, in what the order was paid with. */
async function readGone(trx: Executor, { orderId, status, payinAmount, lossKey, lost }: Followed): Promise<bigint> {
  const paid = await readPaid(trx, orderId);
  const posting = paid?.postings[0];
  // Of an order that has ended without a payout the money is on the balance again.
  if (paid === undefined || posting === undefined || !posting.to.startsWith('client:'))
    return status === 'processing' || status === 'finished' ? lost : 0n;
  const share = shareOfLoss({ payinAmount }, posting.amount, { before: 0n, lost });
  const returned = `returned:${paid.refundId}:${lossKey}`;
  const names = [...nameHolds(lossKey), returned].map((name) => `proceeds_held:${name}`);
  const holds = await Promise.all(names.map(async (idempotencyKey) => readEntry(trx, { idempotencyKey })));
  const held = holds.reduce((sum, hold) => sum + (hold?.postings[0]?.amount ?? 0n), 0n);
  return share <= held ? 0n : (lost * (share - held)) / share;
}

/** Names of what a loss was followed to, by the kind of entry that took something there. */
async function listFollowed(trx: Executor, kind: 'proceeds_held' | 'partner_fee_lost', key: string): Promise<string[]> {
  const start = `${kind}:${key}:via:`;
  const rows = await trx
    .selectFrom('ledgerKeys')
    .select('idempotencyKey')
    // An order's id follows, whose digits are all before this letter.
    .where(({ between, val }) => between('idempotencyKey', val(start), val(`${start}g`)))
    .where(({ fn, val }) => fn<boolean>('starts_with', ['idempotencyKey', val(start)]))
    .orderBy('idempotencyKey')
    .execute();
  return rows.map(({ idempotencyKey }) => idempotencyKey.slice(`${kind}:`.length));
}

/** @returns whether anything was held under this name */
async function releaseHold(
  context: AppContext,
  trx: Executor,
  key: string,
  freed: Map<string, Freed>,
): Promise<boolean> {
  const held = await readEntry(trx, { idempotencyKey: `proceeds_held:${key}` });
  const posting = held?.postings[0];
  if (held === undefined || posting === undefined) return false;
  const niceId = posting.to.slice('held:'.length);
  // A person who frees or books it locks the client too.
  const owner = trx.selectFrom('clients').select('clientId').where('niceId', '=', niceId);
  await owner.forNoKeyUpdate().executeTakeFirst();
  const isThere = (await readBalance(trx, posting.to, posting.currency)) >= posting.amount;
  if (!isThere || (await isDecided(trx, held.entryId, posting))) return true;
  const { isNew } = await reverseEntry(trx, context, held.entryId);
  // A payer claims it, or the account that has confirmed the address by now has it.
  if (isNew) await receivingAccount(context, trx, { niceId }, niceId);
  if (isNew) addFreed(freed, niceId, held.entryId, posting);
  return true;
}

function addFreed(freed: Map<string, Freed>, niceId: string, entryId: string, { amount, currency }: Posting): void {
  const { since, amounts } = freed.get(niceId) ?? { since: entryId, amounts: new Map<string, bigint>() };
  amounts.set(currency, (amounts.get(currency) ?? 0n) + amount);
  freed.set(niceId, { since: since < entryId ? since : entryId, amounts });
}

/** Of these names of losses those about which a person has decided nothing since an entry. */
export async function listUndecided(trx: Executor, order: Pick<OrderRow, 'niceId'>, asked: Named): Promise<string[]> {
  const decided = new Set((await listDecided(trx, order, asked)).map(({ name }) => name));
  return asked.names.filter((name) => !decided.has(name));
}

/** Losses by their names, and the entry since which they are asked about. */
interface Named {
  names: readonly string[];
  since: string | undefined;
}

/**
 * What a person has freed or booked of what was held for losses of an order, or of a client, since an entry, also of
 * payouts that came back: the loss and the entry. Who decides and who asks hold the clients whose money it is.
 */
export async function listDecided(
  trx: Executor,
  { niceId }: Pick<OrderRow, 'niceId'>,
  { names, since = '00000000-0000-0000-0000-000000000000' }: Named,
): Promise<{ name: string; decidedBy: string }[]> {
  const held = sql`
    select entry_id, takers, currencies from ledger_entries where reference = ${niceId} and kind = 'proceeds_held'
    union
    select entry_id, takers, currencies from order_losses join refunds using (order_id)
      join ledger_keys on idempotency_key = 'proceeds_held:returned:' || refund_id || ':' || loss_key
      join ledger_entries using (entry_id)
    where exists (select from unnest(${names}::text[]) as name where loss_key = name or starts_with(loss_key, name || ':'))
  `;
  await sql`
    select from clients where nice_id in (select substr(takers[1], length('held:') + 1) from (${held}) held)
    order by client_id for no key update
  `.execute(trx);
  const { rows } = await sql<{ hold: string; decidedBy: string }>`
    select regexp_replace(idempotency_key, '^proceeds_held:(returned:[^:]*:)?', '') as hold,
      decided.entry_id as "decidedBy"
    from (${held}) held join ledger_keys using (entry_id) join ledger_entries decided
      on decided.reference = substr(held.takers[1], length('held:') + 1) and decided.entry_id > held.entry_id
        and held.takers[1] = any(decided.givers) and held.currencies[1] = any(decided.currencies)
    where held.entry_id > ${since}::uuid
      and decided.kind in ('held_freed', 'kept_booked')
      and not exists (select from ledger_keys reversal where reversal.reverses_entry_id = held.entry_id)
  `.execute(trx);
  const longest = names.toSorted((left, right) => right.length - left.length);
  return rows.flatMap(({ hold, decidedBy }) => {
    const name = longest.find((start) => hold === start || hold.startsWith(`${start}:`));
    return name === undefined ? [] : [{ name, decidedBy }];
  });
}

/** A person frees or books all that is held of a client at that time: it is not given again out of later holds. */
async function isDecided(trx: Executor, since: string, { to, currency }: Posting): Promise<boolean> {
  const own = trx.selectFrom('ledgerEntries').select('entryId').where('reference', '=', to.slice('held:'.length));
  const isOfIt = sql<boolean>`entry_id > ${since}::uuid and ${to} = any(givers) and ${currency} = any(currencies)`;
  return (await own.where('kind', 'in', ['held_freed', 'kept_booked']).where(isOfIt).executeTakeFirst()) !== undefined;
}
