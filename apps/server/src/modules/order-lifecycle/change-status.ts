import { type OrderStatus, isFinalStatus, orderStatuses } from '@causeway/domain/orders/order-status';
import { canTransition } from '@causeway/domain/orders/order-transitions';
import { type Updateable, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Orders } from '../../database/types.generated.ts';
import { returnBenefits } from '../coupons/benefits.ts';
import { countTurnover } from '../discounts/turnover.ts';
import { uncountMoney } from '../limits/store.ts';
import { creditRewards } from '../referral-rewards/credit-rewards.ts';
import type { OrderRow } from './store.ts';
import { newUuid } from '../../new-uuid.ts';
import { queueWebhook } from '../partners/queue-webhook.ts';
import { z } from 'zod';
import { showOrderNumber } from '@causeway/domain/orders/order-number';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { formatMoney } from '@causeway/domain/money/format-money';
import { emailNow } from '../clients/store.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { EmailTemplate } from '../emails/templates.ts';
import { wantsEmails } from '../notifications/store.ts';

interface StatusChange {
  orderId: string;
  from: OrderStatus;
  to: OrderStatus;
  reason?: HistoryReason;
  actor: HistoryActor;
  /** Columns that change with the status. */
  also?: Updateable<Orders>;
}

/**
 * Moves an order along the transition table, if it still has the status that the caller saw, and adds its history.
 *
 * @returns false when the order has moved on meanwhile; nothing is changed then
 * @throws Error when the table knows no such transition
 */
export async function changeStatus(
  context: Pick<AppContext, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  change: StatusChange,
): Promise<boolean> {
  const { orderId, from, to, reason = '', actor, also } = change;
  if (!canTransition(from, to)) throw new Error(`An order cannot go from ${from} to ${to}.`);
  const now = context.clock.now();
  const isRed = isFinalStatus(to) && to !== 'finished';
  const changed = await trx
    .updateTable('orders')
    .set({
      ...also,
      status: to,
      askedFrom: '', // It is open no more, or its money has come.
      ...(isFinalStatus(to) && { finishedAt: now }),
      ...(isRed && isDecline(reason) && { declineReason: reason }),
    })
    .where('orderId', '=', orderId)
    .where('status', '=', from)
    .returning(['payinCurrency', 'payoutCurrency'])
    .executeTakeFirst();
  if (changed === undefined) return false;
  // But for a payout that came back after an exchange, it has bought nothing.
  const isUnbought = isRed && (reason !== 'payout_returned' || changed.payinCurrency === changed.payoutCurrency);
  if (isUnbought) await returnBenefits(context, trx, orderId);
  if (isUnbought && (to === 'refunded' || from === 'processing')) await uncountMoney(trx, orderId);
  if (to === 'finished' && (await countTurnover(trx, orderId, now))) await creditRewards(context, trx, orderId);
  await addHistory(context, trx, { orderId, from, to, reason, actor });
  return true;
}

/** Whether the payment was declined by a person or provider; a refund or an expiry is not a decline. */
function isDecline(reason: HistoryReason): boolean {
  return reason === 'card_declined' || reason === 'payment_charged_back';
}

/** How an order ends that was not paid. */
export interface OrderEnding {
  to: 'canceled' | 'expired';
  reason: HistoryReason;
  actor: HistoryActor;
}

/** Ends an order that will not be paid, with its e-mail. @returns false when it has moved on meanwhile */
export async function endOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  ending: OrderEnding,
): Promise<boolean> {
  const { orderId, status } = order;
  if (!(await changeStatus(context, trx, { orderId, from: status, ...ending }))) return false;
  await queueOrderEmail(context, trx, ending.to === 'canceled' ? 'order-canceled' : 'order-expired', order);
  return true;
}

/**
 * Why something happened, as shown to the client. Never reveals a suspicion to its subject. Texts:
 * `tpl:order:reason:<code>`.
 */
export const historyReasons = [
  'balance_credited',
  'card_declined',
  'decision_over',
  'deposit_gone',
  'deposit_seen',
  'limit_over',
  'payment_accepted',
  'payment_canceled',
  'payment_charged_back',
  'payment_expired',
  'payment_late',
  'payment_over',
  'payment_partial',
  'payment_received',
  'payment_refunded',
  'payment_regained',
  'payout_returned',
  'payout_sent',
  'refund_started',
  'sender_mismatch',
  'withdrawal_canceled',
] as const;

/** Empty when the status says all. */
export type HistoryReason = (typeof historyReasons)[number] | '';

export type HistoryActor = 'client' | 'system';

interface HistoryEntry {
  orderId: string;
  /** Missing for the first entry; the same as `to` when something happened without a change of status. */
  from: OrderStatus | undefined;
  to: OrderStatus;
  reason: HistoryReason;
  actor: HistoryActor;
}

/**
 * Records an event of an order and, if its partner receives webhooks, the webhook for it: the event's number is its
 * version. The caller locks the order's row, so that the numbers have no gaps.
 */
export async function addHistory(
  context: Pick<AppContext, 'clock' | 'random' | 'jobs'>,
  trx: Executor,
  { orderId, from, to, reason, actor }: HistoryEntry,
): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql<{ deliveryId: string; partnerKey: string }>`
    with event as (
      insert into order_events (order_id, event_number, from_status, to_status, reason, actor, at)
      select order_id, greatest(archived_events, (
          select coalesce(max(event_number), 0) from order_events where order_events.order_id = orders.order_id
        )) + 1, ${from ?? null}, ${to}, ${reason}, ${actor}, ${now}::timestamptz
      from orders where order_id = ${orderId}::uuid
      returning event_number
    )
    insert into partner_deliveries (delivery_id, partner_key, order_id, version, epoch, status, created_at, next_attempt_at)
    select ${newUuid(context)}::uuid, partner_key, order_id, event_number, coalesce(epoch, 1), 'waiting', ${now}::timestamptz, ${now}::timestamptz
    from event cross join orders join partners using (partner_key) left join database_epoch on true
    where order_id = ${orderId}::uuid and webhook_url <> ''
    returning delivery_id, partner_key
  `.execute(trx);
  for (const row of rows) await queueWebhook(context, trx, row);
}

export interface HistoryRow {
  number: number;
  status: OrderStatus;
  reason: string;
  actor: HistoryActor;
  at: Date;
}

const status = z.enum(orderStatuses);
const actor = z.enum(['client', 'system'] satisfies HistoryActor[]);

/** What happened to an order, oldest first. */
export async function listHistory(executor: Executor, orderId: string): Promise<HistoryRow[]> {
  const rows = await executor
    .selectFrom('orderEvents')
    .select(['eventNumber as number', 'toStatus', 'reason', 'actor', 'at'])
    .where('orderId', '=', orderId)
    .orderBy('eventNumber')
    .execute();
  return rows.map(({ toStatus, ...row }) => ({
    ...row,
    status: status.parse(toStatus),
    actor: actor.parse(row.actor),
  }));
}

type OrderEmail =
  | 'order-created'
  | 'order-code'
  | 'payment-received'
  | 'payment-partial'
  | 'decision-asked'
  | 'order-sent'
  | 'order-finished'
  | 'order-refunded'
  | 'order-canceled'
  | 'order-expired';

/** Contents of an e-mail beside the order itself. */
interface OrderEmailDetails {
  /** Transaction of a payout, shown as a link to the chain's explorer. */
  transactionLink?: string;
  /** Code that approves the order. */
  code?: string;
  /** Where the payout goes, as its owner knows it. */
  to?: string;
  /** What has arrived of the pay-in so far, in smallest units. */
  received?: bigint;
  /** How the money is refunded, `balance`, `card`, `bank` or `chain`; `claim` for a payer without an account. */
  refundMethod?: string;
  /** The refunded amount, in smallest units; left out, all of the pay-in, and in its currency. */
  refunded?: bigint;
  refundedCurrency?: string;
  /** Name of this event where there can be several of its kind, for example a transfer. */
  happening?: string;
  /** Anybody can make it happen again and again: an hour brings one e-mail of it. */
  isHourly?: boolean;
  /** Of money that came after the order had ended, from anybody who knows its account number. */
  isUnasked?: boolean;
}

/** Notifies the client by e-mail, once for each template and order, or once for each `happening`. */
export async function queueOrderEmail(
  context: AppContext,
  trx: Executor,
  template: OrderEmail,
  order: OrderRow,
  details: OrderEmailDetails = {},
): Promise<void> {
  const { niceId, orderId, payinAmount, payinCurrency } = order;
  const { transactionLink, code, to, received, refundMethod = '', refunded = payinAmount, happening } = details;
  const { refundedCurrency = payinCurrency, isUnasked = false, isHourly = isUnasked } = details;
  const hour = context.clock.now().toISOString().slice(0, 13);
  await queueEmail(context, trx, {
    template: (isWithdrawal(order) && ofWithdrawals[template]) || template,
    parameters: {
      niceId,
      number: showOrderNumber(order.number),
      payin: writeAmount(payinAmount, payinCurrency),
      payout: writeAmount(order.payoutAmount, order.payoutCurrency),
      way: payoutPlaceOf(order),
      refundMethod,
      refunded: writeAmount(refunded, refundedCurrency),
      ...(code !== undefined && { code }),
      ...(to !== undefined && { to }),
      ...(received !== undefined && { received: writeAmount(received, payinCurrency) }),
      ...(transactionLink !== undefined && { transactionLink }),
    },
    recipient: order.clientId === null ? order.email : emailNow(order.clientId, order.email),
    language: toLanguage(order.language),
    clientId: order.clientId,
    isOfStranger: order.isMerchant || isUnasked,
    ...(isHourly && { oneEmailFor: `${template}:${orderId}:${hour}` }),
    occasion: [template, orderId, ...(happening === undefined ? [] : [happening])].join(':'),
    isWanted:
      order.clientId === null || isAlwaysSent(template, order) ? undefined : wantsEmails(order.clientId, 'orders'),
  });
}

/** What a withdrawal says in place of an order: nothing is paid or refunded, money leaves the balance or comes back. */
const ofWithdrawals: Partial<Record<OrderEmail, EmailTemplate>> = {
  'payment-received': 'withdrawal-approved',
  'order-sent': 'withdrawal-sent',
  'order-finished': 'withdrawal-finished',
  'order-refunded': 'withdrawal-failed',
  'order-canceled': 'withdrawal-canceled',
  'order-expired': 'withdrawal-expired',
};

/**
 * News of orders can be switched off, questions cannot; nor can what leaves the balance, as a stolen session
 * would be hidden by it.
 */
function isAlwaysSent(template: OrderEmail, order: OrderRow): boolean {
  return needed.has(template) || isWithdrawal(order);
}

/** E-mails with a question to the client, without whose answer the order cannot continue. */
const needed: ReadonlySet<OrderEmail> = new Set(['order-code', 'payment-partial', 'decision-asked']);

/** Where a payout goes, as the texts distinguish it: what a payer pays to a merchant is never the payer's own. */
function payoutPlaceOf({ payoutGroup, isMerchant, isDonation }: OrderRow): string {
  if (isMerchant) return isDonation ? 'gift' : 'shop';
  return ['balance', 'sepa', 'card'].includes(payoutGroup) ? payoutGroup : 'network';
}

/** As a person reads it, with 8 decimals at most: the order's page has all of them. */
export function writeAmount(amount: bigint, code: string): string {
  const { precision, isCrypto, name } = findCurrency(code) ?? { precision: 8, isCrypto: true, name: code };
  return `${formatMoney(formatAmount(amount, precision), { precision: isCrypto ? Math.min(precision, 8) : 2, rounding: 'down' })} ${name}`;
}
