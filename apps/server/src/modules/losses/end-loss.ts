import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { isHeldDecided, readBalance } from '../../ledger/balances.ts';
import { readEntry, reverseEntry } from '../../ledger/entry.ts';
import { moneyOn } from '../../ledger/paths.ts';
import { clearAlarm } from '../alarms/raise-alarm.ts';
import { receivingAccount } from '../balance/client-balances.ts';
import { endLosses, readLost } from '../order-lifecycle/refund-payout.ts';
import { lockOrder } from '../order-lifecycle/store.ts';
import { type RestOfLoss, listFeeLosses, returnShare } from '../partner-fees/partner-fee.ts';
import type { Within } from './follow-loss.ts';
import { lockLosses, nameHolds } from './decided-holds.ts';
import { holdForOthers } from './hold-for-others.ts';
import { notifyFreed } from '../order-lifecycle/notify-held.ts';

/** What of losses goes on when they end. */
interface Rest {
  /** The place of the entry since which it was held, at first under other names. */
  since?: bigint | undefined;
  /** Holds what stays lost of them, where they held it, before the rest is held for others. */
  hold?: (within: Within) => Promise<void>;
}

/** Returns what was held under these keys, and where they were followed to, to its balance: the losses have ended. */
export async function releaseProceeds(
  context: AppContext,
  trx: Executor,
  keys: readonly string[],
  { since, hold }: Rest = {},
): Promise<void> {
  const within = { freed: new Map<string, bigint>(), orders: new Set<string>() };
  const clients = new Map<string, bigint>();
  // What frees and what is freed for others: one loss of a client after the other.
  await lockLosses(trx, keys);
  for (const key of keys) await freeProceeds(context, trx, key, { ...within, clients });
  await hold?.(within);
  for (const [client, first] of clients) {
    const heldSince = since !== undefined && since < first ? since : first;
    await holdForOthers(context, trx, client, { since: heldSince, freed: within.freed });
  }
  await notifyFreed(context, trx, { key: keys[0] ?? '', clients: clients.keys(), freed: within.freed });
}

/** What losses that end held: where, and of which clients, with the place of the first entry by which it was. */
interface Ended extends Within {
  orders: Set<string>;
  clients: Map<string, bigint>;
}

async function freeProceeds(context: AppContext, trx: Executor, key: string, ended: Ended): Promise<void> {
  const release = async (heldKey: string) => releaseHold(context, trx, heldKey, ended);
  const releaseOf = async (name: string) => {
    let isHeld = false;
    for (const heldKey of nameHolds(name)) isHeld = (await release(heldKey)) || isHeld;
    return isHeld;
  };
  await releaseOf(key);
  // What was held at once, and what had been paid with it and was taken back.
  for (let index = 0; await releaseOf(`${key}:${index}`); index += 1);
  for (const { heldKey, isFollowed, ...order } of await endLosses(trx, key)) {
    ended.orders.add(order.orderId);
    if (heldKey === undefined) continue;
    await release(heldKey);
    // That of the lost payment's own order ends with what the outside says of it.
    if (isFollowed && (await readLost(trx, order)) === 0n) await clearAlarm(context, trx, 'chargeback', order.niceId);
  }
  for (const viaKey of await listFollowed(trx, key)) await release(viaKey);
  await returnFees(context, trx, key);
}

/** Fees of what a loss was followed to have back what it took, but for a part that stays lost. */
export async function returnFees(context: AppContext, trx: Executor, key: string, rest?: RestOfLoss): Promise<void> {
  for (const { orderId, lossKey } of await listFeeLosses(trx, key))
    await returnShare(context, trx, await lockOrder(trx, orderId), lossKey, rest);
}

/** Names of what a loss was followed to and held. */
async function listFollowed(trx: Executor, key: string): Promise<string[]> {
  const start = `proceeds_held:${key}:via:`;
  const rows = await trx
    .selectFrom('ledgerKeys')
    .select('idempotencyKey')
    // An order's id follows, whose digits are all before this letter.
    .where(({ between, val }) => between('idempotencyKey', val(start), val(`${start}g`)))
    .where(({ fn, val }) => fn<boolean>('starts_with', ['idempotencyKey', val(start)]))
    .orderBy('idempotencyKey')
    .execute();
  return rows.map(({ idempotencyKey }) => idempotencyKey.slice('proceeds_held:'.length));
}

/** @returns whether anything was held under this name */
async function releaseHold(context: AppContext, trx: Executor, key: string, ended: Ended): Promise<boolean> {
  const held = await readEntry(trx, { idempotencyKey: `proceeds_held:${key}` });
  const posting = held?.postings[0];
  if (held === undefined || posting === undefined) return false;
  const niceId = posting.to.slice('held:'.length);
  // A person who frees or books it locks the client too.
  const owner = trx.selectFrom('clients').select('clientId').where('niceId', '=', niceId);
  await owner.forNoKeyUpdate().executeTakeFirst();
  const isThere = (await readBalance(trx, posting.to, posting.currency)) >= posting.amount;
  if (!isThere || (await isHeldDecided(trx, held.place, posting))) return true;
  if (!(await reverseEntry(trx, context, held.entryId)).isNew) return true;
  // A payer claims it, or the account that has confirmed the address by now has it.
  await receivingAccount(context, trx, { niceId }, niceId);
  const money = moneyOn(posting.from, posting.currency);
  ended.freed.set(money, (ended.freed.get(money) ?? 0n) + posting.amount);
  const first = ended.clients.get(niceId) ?? held.place;
  ended.clients.set(niceId, first < held.place ? first : held.place);
  return true;
}

/** A payout that had come back is out after all: what losses hold of it is its client's, for the balance to give. */
export async function freeReturned(context: AppContext, trx: Executor, orderId: string, refundId: string) {
  const losses = await trx.selectFrom('orderLosses').select('lossKey').where('orderId', '=', orderId).execute();
  for (const name of losses.flatMap(({ lossKey }) => [...nameHolds(lossKey), `returned:${refundId}:${lossKey}`]))
    await releaseHold(context, trx, name, { freed: new Map(), orders: new Set(), clients: new Map() });
}
