import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { findClaimed, type Given, listForgottenBack, readBalance, type Spent } from '../../ledger/balances.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { moneyOn, paths } from '../../ledger/paths.ts';
import { voidTurnover } from '../discounts/turnover.ts';
import type { HistoryReason } from '../order-lifecycle/change-status.ts';
import { markLost, readLost, shareOfLoss } from '../order-lifecycle/refund-payout.ts';
import { type OrderRow, lockOrder, ownersOf } from '../order-lifecycle/store.ts';
import { shareLoss } from '../partner-fees/partner-fee.ts';
import { cancelRewards } from '../referral-rewards/reward-row.ts';
import { readPaid, returnToBalance } from '../settlement/undo-exchange.ts';
import { lockOwners, nameHolds } from './decided-holds.ts';
import { listSpent, readOthers } from './spent-money.ts';

/** A payment that was taken back, in whole or in part, and that its order had given away. */
export interface LostMoney {
  /** Names the loss; each is followed once. */
  key: string;
  /** How much of what the order exchanged was lost, in smallest units. */
  lost: bigint;
  reason: HistoryReason;
  /** Account that bears the loss; a partner's fee pays its share of it. */
  expense: string;
  /** Left out, anywhere: money of later payments is not liable for what stays lost. */
  within?: Within;
}

/**
 * Holds what is left of an order's payout on a balance, because its payment was taken back; in the caller's
 * transaction, once for a key. The order counts for no discount any more, and no rewards are paid for it. What was paid
 * with the balance since then is followed.
 */
export async function holdProceeds(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'niceId' | 'payinAmount'>,
  loss: LostMoney,
): Promise<void> {
  await holdPaid(context, trx, order, { ...loss, root: loss.key, about: order.niceId });
}

/** A loss on its way from one order to what was bought with its money. */
export interface FollowedLoss extends LostMoney {
  /** Names the loss at its beginning, and the order whose payment was lost. */
  root: string;
  about: string;
  /** The loss of the order that brought this money to its balance. */
  followedFrom?: string | undefined;
  /** Names what is followed once more, so that nothing is held under the same name. */
  again?: string;
  /** Orders on the way to it: what went round in a circle is followed once. */
  passed?: readonly string[];
}

/** Where a loss may hold anything: what it has freed, by account and currency, and the orders it was followed to. */
export interface Within {
  freed: Map<string, bigint>;
  /** Left out, any. */
  orders?: ReadonlySet<string>;
}

async function holdPaid(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'payinAmount'>,
  loss: FollowedLoss,
): Promise<void> {
  const { orderId } = order;
  const before = await readLost(trx, order);
  await markLost(trx, order, loss);
  await voidTurnover(trx, orderId, context.clock.now());
  await cancelRewards(context, trx, orderId);
  const paid = await readPaid(trx, orderId);
  const posting = paid?.postings[0];
  if (paid === undefined || posting === undefined || !posting.to.startsWith('client:')) return;
  const lost = shareOfLoss(order, posting.amount, { before, lost: loss.lost });
  await holdShare(context, trx, { ...loss, lost, followedFrom: loss.key }, { ...posting, since: paid.place });
}

/** Before all entries. */
const beginning = 0n;

/** @returns how much of it is held now, or was followed to what was paid with it */
async function holdShare(context: AppContext, trx: Executor, loss: FollowedLoss, came: Given): Promise<bigint> {
  const [, backKey, unclaimedKey] = nameHolds(loss.key);
  const given = await findClaimed(trx, came);
  // A loss that ends frees what this one would not find.
  const owners = [came, given].map(({ to }) => to.slice('client:'.length));
  await lockOwners(trx, sql`select client_id from clients where nice_id = any(${owners})`);
  // What was held of a payer when the rest was claimed stayed with the payer.
  const unclaimed = given.to === came.to ? 0n : await holdFree(context, trx, { ...loss, key: unclaimedKey }, came);
  const held = await holdFree(context, trx, { ...loss, lost: loss.lost - unclaimed }, given);
  const here = await followEach(context, trx, { ...loss, lost: loss.lost - unclaimed - held }, given, readHere);
  here.left -= await followForgotten(context, trx, { ...loss, lost: here.left }, given);
  // First what is still here, and only then what has left.
  const earlier = await followEarlier(context, trx, { ...loss, lost: here.left }, given, readHere);
  const before = await followEarlier(context, trx, { ...loss, lost: earlier.left }, given, readAll);
  const gone = await followEach(context, trx, { ...loss, lost: before.left }, given, readAll);
  const back = here.back + earlier.back + before.back + gone.back;
  // What was paid with it is no more, where that ended between the two looks.
  const returned = await holdFree(context, trx, { ...loss, key: backKey, lost: back + gone.left }, given);
  return loss.lost - gone.left + (returned > back ? returned - back : 0n);
}

/**
 * What a payout that a restore forgot took of a balance, and that came back, is held there.
 *
 * @returns how much of the loss that is
 */
export async function followForgotten(context: AppContext, trx: Executor, loss: FollowedLoss, given: Given) {
  let found = 0n;
  for (const { entryId, spent, back, came, held: before } of loss.lost > 0n
    ? await listForgottenBack(trx, given, loss.root)
    : []) {
    const lost = loss.lost - found < spent ? loss.lost - found : spent;
    const share = (back * lost) / spent;
    const wanted = share < back - before ? share : back - before;
    if (wanted <= 0n) continue;
    const key = `${loss.root}:via:${entryId}${before === 0n ? '' : `:${before}`}${loss.again ?? ''}`;
    const held = await holdShare(context, trx, { ...loss, key, lost: wanted, followedFrom: undefined }, came);
    found += held === share ? lost : (spent * held) / back;
  }
  return found;
}

async function holdFree(
  context: AppContext,
  trx: Executor,
  { key, lost, about, within }: FollowedLoss,
  given: Given,
): Promise<bigint> {
  const { to: from, currency } = given;
  const free = await readFree(trx, given, within);
  const amount = lost < free ? lost : free;
  if (amount <= 0n) return 0n;
  within?.freed.set(moneyOn(from, currency), free - amount);
  await postEntry(trx, context, {
    kind: 'proceeds_held',
    reference: about,
    idempotencyKey: `proceeds_held:${key}`,
    postings: [{ from, to: paths.held(from.slice('client:'.length)), amount, currency }],
  });
  return amount;
}

/** What may be held of a balance. */
async function readFree(
  trx: Executor,
  { to, currency }: Pick<Given, 'to' | 'currency'>,
  within: Within | undefined,
): Promise<bigint> {
  const free = await readBalance(trx, to, currency);
  const most = within === undefined ? free : (within.freed.get(moneyOn(to, currency)) ?? 0n);
  return most < free ? most : free;
}

/**
 * Holds what is free of a balance for a loss that was followed to what had left, and what is still here of what was
 * paid with that balance.
 *
 * @returns how much of the loss that is
 */
export async function holdAgain(context: AppContext, trx: Executor, loss: FollowedLoss, to: string, currency: string) {
  const given = { to, currency, since: beginning };
  const held = await holdFree(context, trx, loss, given);
  const { left, back } = await followEach(context, trx, { ...loss, lost: loss.lost - held }, given, readHere);
  await holdFree(context, trx, { ...loss, key: `${loss.key}:back`, lost: back }, given);
  return loss.lost - left;
}

/**
 * Other losses, whose own money had come and was spent before, have taken some of what this one could: it takes as much
 * of what they could have, from one arrival of such money to the one before. No more goes back over an arrival than
 * they have taken of what came later.
 */
async function followEarlier(context: AppContext, trx: Executor, loss: FollowedLoss, given: Given, readMost: TakeMost) {
  let [left, back, until] = [loss.lost, 0n, given.since];
  for (let most = left; ;) {
    const { taken, since } = await readOthers(trx, loss, { ...given, since: until });
    most = [left, most, taken].reduce((least, one) => (one < least ? one : least));
    if (most <= 0n) return { left, back };
    const found = await followEach(context, trx, { ...loss, lost: most }, { ...given, since, until }, readMost);
    left -= most - found.left;
    back += found.back;
    [most, until] = [found.left, since];
  }
}

/** How much can be taken of an order, in what it was paid with. */
type TakeMost = (trx: Executor, order: OrderRow, within: Within | undefined) => Promise<bigint>;

/** What an order brought to a balance and is free there. */
async function readHere(
  trx: Executor,
  { orderId, payinAmount }: OrderRow,
  within: Within | undefined,
): Promise<bigint> {
  const paid = await readPaid(trx, orderId);
  const posting = paid?.postings[0];
  if (paid === undefined || posting === undefined || !posting.to.startsWith('client:')) return 0n;
  const free = await readFree(trx, await findClaimed(trx, { ...posting, since: paid.place }), within);
  return free < posting.amount ? (payinAmount * free) / posting.amount : payinAmount;
}

const readAll: TakeMost = async (_trx, { payinAmount }) => payinAmount;

/**
 * An order that was not approved ends, a payout that is not signed is stopped, and of any other what it brought to a
 * balance is held, its rewards are void and its partner's fee bears its share.
 *
 * @returns how much of the loss is on the balance again, and how much of it was not paid with
 */
async function followEach(context: AppContext, trx: Executor, loss: FollowedLoss, given: Spent, readMost: TakeMost) {
  let [left, back] = [loss.lost, 0n];
  let page = left > 0n ? await listSpent(trx, given) : [];
  while (page.length > 0) {
    for (const { orderId } of page) {
      if (left <= 0n) return { left, back };
      if (loss.within?.orders?.has(orderId) === false) continue;
      const { lost, isBack } = await followOrder(context, trx, { ...loss, lost: left }, orderId, readMost);
      left -= lost;
      if (isBack) back += lost;
    }
    page = await listSpent(trx, { ...given, until: page.at(-1)?.paidAt });
  }
  return { left, back };
}

/**
 * What of an order is lost already, by another loss or as money went round in a circle, is none of this one.
 *
 * @returns how much of the loss is of it, and whether that is on the balance again
 */
async function followOrder(
  context: AppContext,
  trx: Executor,
  loss: FollowedLoss,
  orderId: string,
  readMost: TakeMost,
) {
  const order = await lockOrder(trx, orderId);
  const before = await readLost(trx, order);
  if (loss.passed?.includes(orderId) === true) return { lost: 0n, isBack: false };
  const rest = order.payinAmount - before;
  const wanted = rest < loss.lost ? rest : loss.lost;
  if (wanted <= 0n) return { lost: 0n, isBack: false };
  const turn = before === 0n ? '' : `:${before}`;
  const key = `${loss.root}:via:${orderId}${turn}${loss.again ?? ''}`;
  // What was paid since then was not paid with what is free now.
  if (loss.within === undefined && (await returnToBalance(context, trx, order, loss))) {
    await markLost(trx, order, { key, lost: wanted, followedFrom: loss.followedFrom });
    return { lost: wanted, isBack: true };
  }
  const most = await readMost(trx, order, loss.within);
  const lost = most < wanted ? most : wanted;
  if (lost <= 0n) return { lost: 0n, isBack: false };
  await holdPaid(context, trx, order, { ...loss, key, lost, passed: [...(loss.passed ?? []), orderId] });
  await shareLoss(context, trx, order, { key, lost, expense: loss.expense });
  return { lost, isBack: false };
}

/**
 * Holds what entries gave to a balance and is still there, as `holdProceeds` does; one hold for each entry.
 *
 * @returns how much of what was lost they had given, and how much of that is held now, or was followed to what was paid
 *   with it
 */
export async function holdGiven(
  context: AppContext,
  trx: Executor,
  { niceId }: Pick<OrderRow, 'niceId'>,
  { entryKeys, ...loss }: LostMoney & { entryKeys: readonly string[] },
): Promise<{ given: bigint; found: bigint }> {
  let [left, found, holds] = [loss.lost, 0n, 0];
  await lockOwners(trx, ownersOf(sql`spent.nice_id = ${niceId}`));
  for (const idempotencyKey of entryKeys) {
    const entry = await readEntry(trx, { idempotencyKey });
    const posting = entry?.postings.find(({ to }) => to.startsWith('client:'));
    const given = posting === undefined || posting.amount > left ? left : posting.amount;
    if (entry === undefined || posting === undefined || given === 0n) continue;
    left -= given;
    const followed = { ...loss, key: `${loss.key}:${holds}`, lost: given, root: loss.key, about: niceId };
    const amount = await holdShare(context, trx, followed, { ...posting, since: entry.place });
    if (amount > 0n) holds += 1;
    found += amount;
  }
  return { given: loss.lost - left, found };
}
