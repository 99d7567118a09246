import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry, readEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { notifyOfBalance } from './notify-held.ts';
import { addHistory, changeStatus } from './change-status.ts';
import { insertRefund } from './insert-refund.ts';
import type { OrderRow } from './store.ts';

/**
 * Credits money of a payout that was not carried out to the client's balance, in the caller's transaction, once for a
 * `sourceKey`. The order ends as refunded; one with a final status keeps it. Where its payment is lost, it is held.
 */
export async function refundPayout(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  returned: { sourceKey: string; amount: bigint; currency: string },
): Promise<void> {
  const { orderId, status: from } = order;
  const change = { orderId, from, reason: 'payout_returned', actor: 'system' } as const;
  if (from === 'processing') await changeStatus(context, trx, { ...change, to: 'refunded' });
  else await addHistory(context, trx, { ...change, to: from });
  const refund = { method: 'balance', reason: 'payout_returned', ...returned } as const;
  const held = await holdReturned(context, trx, order, await insertRefund(context, trx, order, refund));
  if (held === 0n) return;
  const details = { status: 'payout_returned', amount: held.toString(), currency: returned.currency };
  await raiseAlarm(context, trx, { kind: 'chargeback', subject: order.niceId, details });
}

/**
 * The payment was lost while its money was away: of what is back, about as large a part is held for each loss, until it
 * ends or a person decides. @returns how much is held
 */
export async function holdReturned(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'niceId' | 'payinAmount'>,
  refundId: string,
): Promise<bigint> {
  const losses = await selectLosses(trx, order).orderBy('lossKey').execute();
  const posting = (await readEntry(trx, { idempotencyKey: `refund:${refundId}` }))?.postings[0];
  if (losses.length === 0 || posting === undefined || !posting.to.startsWith('client:')) return 0n;
  const { to: from, amount: back, currency } = posting;
  let before = 0n;
  for (const { lossKey, lost } of losses) {
    const amount = shareOfLoss(order, back, { before, lost });
    before += lost;
    if (amount === 0n) continue;
    const idempotencyKey = `proceeds_held:${returnedKey(refundId, lossKey)}`;
    const postings = [{ from, to: paths.held(from.slice('client:'.length)), amount, currency }];
    await postEntry(trx, context, { kind: 'proceeds_held', reference: order.niceId, idempotencyKey, postings });
  }
  const held = shareOfLoss(order, back, { before: 0n, lost: before });
  const news = { key: `returned:${refundId}`, about: order.niceId, money: [{ currency, amount: held }] };
  await notifyOfBalance(context, trx, from, { template: 'money-held', ...news });
  return held;
}

/**
 * The part of what an order paid out that hangs on a loss, in smallest units; with those before it, all of it where the
 * whole payment is lost.
 */
export function shareOfLoss(
  { payinAmount }: Pick<OrderRow, 'payinAmount'>,
  paid: bigint,
  { before, lost }: { before: bigint; lost: bigint },
): bigint {
  const shareOf = (sum: bigint) => (sum >= payinAmount ? paid : (paid * sum) / payinAmount);
  return shareOf(before + lost) - shareOf(before);
}

/** Names what is held for a loss of a payout, or an order's own money, that came back after it. */
function returnedKey(refundId: string, lossKey: string): string {
  return `returned:${refundId}:${lossKey}`;
}

/** How much of what an order was paid with is lost, by its own payment or by one that a loss was followed from. */
export async function readLost(trx: Executor, order: Pick<OrderRow, 'orderId'>): Promise<bigint> {
  const losses = await selectLosses(trx, order).execute();
  return losses.reduce((sum, { lost }) => sum + lost, 0n);
}

function selectLosses(trx: Executor, { orderId }: Pick<OrderRow, 'orderId'>) {
  return trx.selectFrom('orderLosses').select(['lossKey', 'lost']).where('orderId', '=', orderId);
}

/** Keeps in mind that a part of an order's payment is lost: what comes back of its payout meanwhile is held for it. */
export async function markLost(
  trx: Executor,
  { orderId }: Pick<OrderRow, 'orderId'>,
  { key: lossKey, lost, followedFrom = null }: { key: string; lost: bigint; followedFrom?: string | null | undefined },
): Promise<void> {
  if (lost > 0n) await trx.insertInto('orderLosses').values({ orderId, lossKey, lost, followedFrom }).execute();
}

/**
 * A loss ends, also where it was followed to.
 *
 * @returns each of those orders, with what was held for it of what came back
 */
export async function endLosses(trx: Executor, key: string) {
  const { rows } = await sql<Pick<OrderRow, 'orderId' | 'niceId'> & { refundId: string | null; lossKey: string }>`
    with ended as (
      delete from order_losses where loss_key collate "C" = ${key} or loss_key collate "C" between ${`${key}:via:`} and ${`${key}:via;`}
      returning order_id, loss_key
    )
    select refund_id as "refundId", loss_key as "lossKey", ended.order_id as "orderId", nice_id as "niceId"
    from ended join orders on orders.order_id = ended.order_id
      left join refunds on refunds.order_id = ended.order_id and method = 'balance'
    order by refund_id, loss_key
  `.execute(trx);
  return rows.map(({ refundId, ...row }) => ({
    ...row,
    heldKey: refundId === null ? undefined : returnedKey(refundId, row.lossKey),
    isFollowed: row.lossKey !== key,
  }));
}
