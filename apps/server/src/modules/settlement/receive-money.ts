import { sql } from 'kysely';
import { z } from 'zod';
import { knownNow } from '../rates/known-time.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { type MoneySource, type RefundMethod, planRefund } from './refund.ts';
import { type HistoryReason, addHistory, changeStatus } from '../order-lifecycle/change-status.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';
import { requestDecision } from './decision.ts';
import { decideMoney, finalPrice, isAmountAllowed } from './decide-money.ts';
import { exchangeOrder } from './exchange-order.ts';

/** When money came, and what that means for a promised price. */
interface Arrival {
  /** The provider's time if it is plausible, else the present time. */
  arrivedAt: Date;
  /** It came while the price was promised. */
  isInTime: boolean;
  /** It was sent in time but became final only after the price had ended, or earlier money did. */
  isSlow: boolean;
}

const row = z.object({ arrivedAt: z.date(), isInTime: z.boolean(), isSlow: z.boolean() });

/**
 * Compares the time of money with the end of an order's price, in one statement. A provider's clock is not ours: a time
 * in the future or before the order was made counts as the present time, the latest that any process knows, so that
 * neither a fast clock outside nor one of ours that went back prolongs a price.
 *
 * @param arrivedAt when it arrived outside, where its provider says so
 * @param settledAt when it became final, if that is later than its arrival
 */
export async function readArrival(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  orderId: string,
  { arrivedAt, settledAt }: { arrivedAt: Date | undefined; settledAt: Date | undefined },
): Promise<Arrival> {
  const { rows } = await sql`
    select arrived_at, arrived_at <= expires_at as is_in_time,
      coalesce(${settledAt ?? null}::timestamptz > expires_at, false) or exists (
        select from received_money before
        where before.order_id = ordered.order_id and before.is_accepted and before.settled_at > ordered.expires_at
      ) as is_slow
    from (
      select order_id, expires_at, case
        when ${arrivedAt ?? null}::timestamptz between date_trunc('second', created_at) and ${knownNow({ clock })} then ${arrivedAt ?? null}::timestamptz
        else ${knownNow({ clock })}
      end as arrived_at
      from orders where order_id = ${orderId}::uuid
    ) ordered
  `.execute(trx);
  return row.parse(rows[0]);
}

/**
 * Books money to an order and stores where it came from. The caller updates what the order has received, together with
 * the consequence.
 *
 * @param isAccepted whether it counts for the order; other money only passes through
 * @param arrivedAt when it plausibly arrived, beside the provider's own time
 * @throws Error when it was booked before
 */
async function bookMoney(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: OrderRow,
  money: ReceivedMoney,
  { isAccepted, arrivedAt }: { isAccepted: boolean; arrivedAt?: Date },
): Promise<MoneySource> {
  const { kind, key, from, heldAt = from, amount, currency, refundTo } = money;
  const postings = [{ from: heldAt, to: paths.order(niceId), amount, currency }];
  const { isNew } = await postEntry(trx, context, { kind, reference: niceId, idempotencyKey: key, postings });
  if (!isNew) throw new Error(`The money ${key} of order ${niceId} was received twice.`);
  const source: MoneySource = {
    moneyKey: key,
    orderId,
    amount,
    currency,
    fromPath: from,
    refundMethod: refundTo?.method ?? 'balance',
    refundDestination: refundTo?.destination ?? '',
    refundName: refundTo?.name ?? '',
    isAccepted,
    receivedAt: context.clock.now(),
    arrivedAt: arrivedAt ?? null,
    toldAt: money.arrivedAt ?? null,
    settledAt: money.settledAt ?? null,
  };
  await trx.insertInto('receivedMoney').values(source).execute();
  return source;
}

/** Money that has arrived for an order, as reported by the provider that holds it. */
export interface ReceivedMoney {
  /** Kind of the ledger entry, for example `card_payin`. */
  kind: string;
  /** One entry per key, for ever: names the payment or transfer. */
  key: string;
  /** Ledger account it comes from, for example `world:card:card_one`. */
  from: string;
  /** Account in which it was kept meanwhile, when it did not come just now. */
  heldAt?: string;
  amount: bigint;
  currency: string;
  /** When it arrived outside, by its provider; left out, the time of booking. */
  arrivedAt?: Date | undefined;
  /** When it became final, if that is later: coins that wait for a block can still be taken back. */
  settledAt?: Date | undefined;
  /** How it can be refunded to its source; left out it goes to the client's balance. */
  refundTo?: { method: RefundMethod; destination?: string; name?: string };
}

/**
 * Receives money for an order whose row the caller has locked and decides about it: it pays the order, waits for the
 * rest, waits for the owner's decision, or is refunded.
 *
 * @throws Error when it was received before, or when there is no current rate to exchange it at
 */
export async function receiveMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  money: ReceivedMoney,
): Promise<void> {
  const receivedAmount = order.receivedAmount + money.amount;
  const isAllowed = receivedAmount <= order.payinAmount || (await isAmountAllowed(context, trx, order, receivedAmount));
  const arrival = await readArrival(context, trx, order.orderId, {
    arrivedAt: money.arrivedAt,
    settledAt: money.settledAt,
  });
  const decision = decideMoney(order, money, { isInTime: arrival.isInTime, isAllowed });
  const isAccepted = decision.kind !== 'give_back';
  const source = await bookMoney(context, trx, order, money, { isAccepted, arrivedAt: arrival.arrivedAt });
  if (!isAccepted) {
    const { orderId, status } = order;
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'refund_started', actor: 'system' });
    await planRefund(context, trx, order, source, { amount: money.amount, reason: 'not_wanted' });
    return;
  }
  const held = { ...order, receivedAmount };
  if (decision.kind === 'ask') return requestDecision(context, trx, held, decision.about);
  const { isSlow } = arrival;
  const record = await finalPrice({ ...context, db: trx }, held, { amount: decision.amount, isSlow });
  if (!keepsBoundAmount(held, record)) return requestDecision(context, trx, held, 'late');
  if (receivedAmount > order.payinAmount) await notifySurplus(context, trx, held);
  await exchangeOrder(context, trx, held, { record, surplus: decision.surplus });
}

async function notifySurplus(context: AppContext, trx: Executor, { orderId, status }: OrderRow): Promise<void> {
  await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payment_over', actor: 'system' });
}

/** Money that came for an order that must not be paid with it: booked, and refunded. The order goes on waiting. */
export async function refuseMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  money: ReceivedMoney,
  reason: HistoryReason,
): Promise<void> {
  const { orderId, status } = order;
  const source = await bookMoney(context, trx, order, money, { isAccepted: false });
  await addHistory(context, trx, { orderId, from: status, to: status, reason, actor: 'system' });
  await planRefund(context, trx, order, source, { amount: money.amount, reason });
}

/**
 * Money that a waiting order had received was taken back: in the caller's transaction it no longer counts for the
 * order, and is not refunded.
 *
 * @param taken left out, all of it
 */
export async function uncountMoney(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  moneyKey: string,
  taken: { amount?: bigint; reason: HistoryReason },
): Promise<void> {
  const { orderId, status } = order;
  const source = await trx
    .selectFrom('receivedMoney')
    .select('amount')
    .where('moneyKey', '=', moneyKey)
    .where('orderId', '=', orderId)
    .where('isAccepted', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (source === undefined) return;
  const gone = taken.amount ?? source.amount;
  const left = source.amount - gone;
  await trx
    .updateTable('receivedMoney')
    .set(left > 0n ? { amount: left } : { isAccepted: false })
    .where('moneyKey', '=', moneyKey)
    .execute();
  const receivedAmount = order.receivedAmount - gone;
  // Without money there is nothing to decide, and the order waits as before.
  const asked = receivedAmount > 0n ? {} : { decisionKind: '', decideUntil: null };
  await trx
    .updateTable('orders')
    .set({ receivedAmount, ...asked })
    .where('orderId', '=', orderId)
    .execute();
  const change = { orderId, from: status, reason: taken.reason, actor: 'system' } as const;
  if (receivedAmount === 0n && status === 'pending')
    await changeStatus(context, trx, { ...change, to: 'payin_pending' });
  else await addHistory(context, trx, { ...change, to: status });
}
