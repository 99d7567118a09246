import { divideUp } from '@causeway/domain/money/divide';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { postEntry } from '../../ledger/entry.ts';
import {
  type HistoryActor,
  type HistoryReason,
  changeStatus,
  queueOrderEmail,
} from '../order-lifecycle/change-status.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';
import { findPayoutMethod } from '../payout-methods/find-payout-method.ts';
import { type LimitUse, countMoney, getLimitTable, holdLimits, readStanding } from '../limits/store.ts';
import { merchantLevel } from '../limits/assess-limits.ts';
import { isNumberTaken } from '../partner-sessions/store.ts';
import { isAddressConfirmed } from '../partners/find-partner.ts';
import { keepFee } from '../partner-fees/partner-fee.ts';
import { type QuoteRecord, conversionPostings, quoteRecord } from '../pricing/quote-record.ts';
import { requirePromisedPrice } from '../promises/require-promised-price.ts';
import { listSources, planRefund, refundOrder } from './refund.ts';
import { clearAlarm, raiseAlarm } from '../alarms/raise-alarm.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { finalStatuses } from '@causeway/domain/orders/order-status';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import { isFar, isSteady } from '../rates/judge-prices.ts';

/** Why an order is exchanged, and by whom. */
interface ExchangeCause {
  reason: HistoryReason;
  actor: HistoryActor;
}

/** The final price of what an order has received, and what of it is refunded. */
export interface Settlement {
  record: QuoteRecord;
  surplus: bigint;
}

/**
 * Exchanges the money that an order holds at its final price, plans the payout and refunds the surplus, in the caller's
 * transaction. The order is `processing` afterwards, or further where the payout is done at once. An exchange that a
 * person must allow first is held: its money stays as it came. What a merchant's payer has paid beyond the month's
 * limit is refunded instead, and what came under a number that its partner has fixed for another page.
 */
export async function exchangeOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  settlement: Settlement,
  { reason, actor }: ExchangeCause = { reason: 'payment_received', actor: 'system' },
): Promise<void> {
  const { orderId, niceId, status, receivedAmount, clientId, isMerchant } = order;
  const account = { clientId, isMerchant, now: context.clock.now() };
  const uses = await readUses(context, trx, order, settlement.record);
  if (await isNumberTaken(trx, order, account.now)) return refundAll(context, trx, order, 'refund_started');
  if (isMerchant && !(await fitsMerchantMonth(trx, account, uses))) return refundAll(context, trx, order, 'limit_over');
  const also = { receivedAmount, decisionKind: '', decideUntil: null };
  if (!(await changeStatus(context, trx, { orderId, from: status, to: 'processing', reason, actor, also })))
    throw new Error(`The order ${niceId} moved while it was held.`);
  const taken: OrderRow = { ...order, ...also, status: 'processing' };
  const { record } = settlement;
  await queueOrderEmail(context, trx, 'payment-received', {
    ...taken,
    ...finalAmounts(order, record),
    pricing: record,
  });
  await countMoney(trx, { ...account, orderId }, uses);
  const doubt = judgeConversion(context, record) ?? (await judgePayee(trx, taken));
  if (doubt === undefined) await convertOrder(context, trx, taken, settlement);
  else await holdOrder(context, trx, taken, settlement, doubt);
}

/** Its payer cannot be asked. */
async function refundAll(context: AppContext, trx: Executor, order: OrderRow, reason: HistoryReason): Promise<void> {
  const { orderId, receivedAmount } = order;
  await trx.updateTable('orders').set({ receivedAmount }).where('orderId', '=', orderId).execute();
  await refundOrder(context, trx, order, { reason, actor: 'system' });
}

/**
 * Whether money of a merchant's payer still fits into the month, of which its order held no part while it waited; the
 * month's counters stay locked until the money is counted.
 */
async function fitsMerchantMonth(
  trx: Executor,
  { clientId, now }: { clientId: string; now: Date },
  uses: readonly LimitUse[],
): Promise<boolean> {
  await holdLimits(trx, { clientId, isMerchant: true, now });
  const standing = await readStanding(trx, clientId, now, true);
  return uses.every(
    ({ currency, amount, limit }) => limit === undefined || (standing?.usedThisMonth[currency] ?? 0n) + amount <= limit,
  );
}

/**
 * What the money uses up of the month's limit of its client: a promised amount is taken even if the limit has changed.
 * Nothing of the month was promised to a merchant's payer.
 */
async function readUses(context: AppContext, trx: Executor, order: OrderRow, record: QuoteRecord): Promise<LimitUse[]> {
  const { clientId, isMerchant, payinAmountEur, payinAmountUsd, payinAmount, payinCurrency } = order;
  const limits = await getLimitTable({ ...context, db: trx });
  const level = isMerchant ? merchantLevel : await readLevel(trx, clientId);
  const judged = payinCurrency === 'USD' ? 'USD' : 'EUR';
  const toUse = (currency: 'EUR' | 'USD', asked: bigint): LimitUse => ({
    currency,
    promised: isMerchant ? 0n : asked,
    amount: divideUp(asked * record.payinAmount, payinAmount),
    limit: currency === judged ? (limits[currency].get(level)?.monthMax ?? 0n) : undefined,
  });
  return [toUse('EUR', payinAmountEur), toUse('USD', payinAmountUsd)];
}

async function readLevel(trx: Executor, clientId: string): Promise<string> {
  const row = await trx.selectFrom('clients').select('level').where('clientId', '=', clientId).executeTakeFirst();
  return row?.level ?? '';
}

/** The conversion of an order that is `processing`, its payout and its surplus. */
export async function convertOrder(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  { record, surplus }: Settlement,
): Promise<void> {
  const { orderId, niceId } = order;
  requirePromisedPrice(order, record);
  await postEntry(trx, context, {
    kind: 'conversion',
    reference: niceId,
    idempotencyKey: `conversion:${orderId}`,
    postings: conversionPostings(record, niceId),
  });
  await keepFee(context, trx, orderId, record);
  const final = finalAmounts(order, record);
  await trx
    .updateTable('orders')
    .set({ ...final, pricing: JSON.stringify(z.encode(quoteRecord, record)) })
    .where('orderId', '=', orderId)
    .execute();
  const exchanged: OrderRow = { ...order, ...final, pricing: record };
  await findPayoutMethod(record.payoutProvider).plan(context, trx, exchanged, record.payoutAmount);
  if (order.isPayoutStopped) await stopPayout(context, trx, exchanged);
  await refundSurplus(context, trx, exchanged, surplus);
}

/**
 * Stops what was canceled or decided by a person after a copy was made, as its security log says: what is planned of it
 * now, and what is once its payment is known.
 *
 * @returns the numbers of the orders under way, for a person to decide once more
 */
export async function stopForgotten(context: AppContext, trx: Executor, niceIds: readonly string[]): Promise<string[]> {
  const named = trx
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', 'in', ['', ...niceIds]);
  const open = await named.where('status', 'not in', finalStatuses).orderBy('orderId').execute();
  const stopped: string[] = [];
  for (const { orderId } of open) {
    const order = await lockOrder(trx, orderId);
    await trx.updateTable('orders').set({ isPayoutStopped: true }).where('orderId', '=', orderId).execute();
    await stopPayout(context, trx, order);
    stopped.push(order.niceId);
  }
  return stopped;
}

async function stopPayout(context: AppContext, trx: Executor, { orderId, pricing }: OrderRow): Promise<void> {
  if (!(await findPayoutMethod(pricing.payoutProvider).stop(context, trx, orderId))) return;
  await raiseAlarm(context, trx, { kind: 'payout_failed', subject: orderId, details: { reason: 'restored' } });
}

function finalAmounts(order: OrderRow, { payinAmount, payoutAmount, payinAmountEur }: QuoteRecord) {
  const payinAmountUsd = divideUp(order.payinAmountUsd * payinAmount, order.payinAmount);
  return { payinAmount, payoutAmount, payinAmountEur, payinAmountUsd };
}

/** Refunds an order's surplus, from the money that came last. */
async function refundSurplus(context: AppContext, trx: Executor, order: OrderRow, surplus: bigint): Promise<void> {
  if (surplus === 0n) return;
  let left = surplus;
  for (const source of (await listSources(trx, order.orderId)).toReversed()) {
    if (left === 0n) return;
    const amount = left < source.amount ? left : source.amount;
    await planRefund(context, trx, order, source, { amount, reason: 'surplus' });
    left -= amount;
  }
}

/** How a hold ends: a person allows the conversion or refunds the money, or the payment is reversed. */
export type HoldDecision = 'exchanged' | 'given_back' | 'taken_back';

/** Keeps an order's money as it came until a person decides, in the caller's transaction, with an alarm. */
async function holdOrder(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: OrderRow,
  { record, surplus }: Settlement,
  { reason, details }: ConversionDoubt,
): Promise<void> {
  await trx
    .insertInto('orderHolds')
    .values({
      orderId,
      reason,
      details: JSON.stringify(details),
      pricing: JSON.stringify(z.encode(quoteRecord, record)),
      surplus,
      heldAt: context.clock.now(),
    })
    .execute();
  await raiseAlarm(context, trx, { kind: 'order_held', subject: niceId, details: { reason, ...details } });
}

/**
 * Ends the open hold of an order whose row the caller has locked.
 *
 * @returns the price of the held exchange, or `undefined` when the order is not held
 */
export async function endHold(
  context: AppContext,
  trx: Executor,
  { orderId, niceId }: Pick<OrderRow, 'orderId' | 'niceId'>,
  decision: HoldDecision,
): Promise<Settlement | undefined> {
  const ended = await trx
    .updateTable('orderHolds')
    .set({ decision, decidedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('decision', 'is', null)
    .returning(['pricing', 'surplus'])
    .executeTakeFirst();
  if (ended === undefined) return undefined;
  await clearAlarm(context, trx, 'order_held', niceId);
  return { record: quoteRecord.parse(ended.pricing), surplus: ended.surplus };
}

/** Whether a person has yet to allow an order's exchange. */
export async function isHeldOrder(executor: Executor, orderId: string): Promise<boolean> {
  const hold = await executor
    .selectFrom('orderHolds')
    .select('orderId')
    .where('orderId', '=', orderId)
    .where('decision', 'is', null)
    .executeTakeFirst();
  return hold !== undefined;
}

/**
 * Why a person must allow a conversion: its sides are not worth the same, it is too large, or the partner that it pays
 * has no account any more, or none that a person has named since a restore. Amounts in cents of EUR.
 */
interface ConversionDoubt {
  reason: 'price' | 'amount' | 'payee';
  details: { payinEur: string; payoutEur: string } | { partner: string };
}

/** Without an account the money of a partner would come to nothing, and stay unbooked with who took it. */
async function judgePayee(trx: Executor, order: OrderRow): Promise<ConversionDoubt | undefined> {
  const { hasPayee = isAddressConfirmed } = findPayoutMethod(order.pricing.payoutProvider);
  if (await hasPayee(trx, order)) return undefined;
  return { reason: 'payee', details: { partner: order.partnerKey ?? '' } };
}

type Guards = Pick<AppContext['config'], 'ORDER_MOST_EUR' | 'PRICE_DAY_PERCENT' | 'PRICE_STEADY_DAY_PERCENT'>;

/**
 * Compares what a conversion takes and gives, both at the day's median, which moves slowly: at any price, neither side
 * may be worth much more than the other, nor more than the limit of one order.
 *
 * @returns `undefined` when there is no doubt, or when an asset was never priced
 */
function judgeConversion(
  { config, rates }: { config: Guards; rates: Pick<AppContext['rates'], 'getMedian'> },
  { payinCurrency, payoutCurrency, exchanged, payoutAmount }: QuoteRecord,
): ConversionDoubt | undefined {
  const payin = valueInCents(rates, payinCurrency, exchanged);
  const payout = valueInCents(rates, payoutCurrency, payoutAmount);
  if (payin === undefined || payout === undefined) return undefined;
  const details = { payinEur: payin.cents.toString(), payoutEur: payout.cents.toString() };
  const percent =
    isSteady(payin.asset) && isSteady(payout.asset) ? config.PRICE_STEADY_DAY_PERCENT : config.PRICE_DAY_PERCENT;
  if (payin.asset !== payout.asset && isFar(payout.exact, payin.exact, percent)) return { reason: 'price', details };
  const most = BigInt(config.ORDER_MOST_EUR) * 100n;
  return payin.cents > most || payout.cents > most ? { reason: 'amount', details } : undefined;
}

function valueInCents(
  rates: Pick<AppContext['rates'], 'getMedian'>,
  code: string,
  amount: bigint,
): { asset: string; exact: bigint; cents: bigint } | undefined {
  const currency = findCurrency(code);
  const median = currency === undefined ? undefined : rates.getMedian(currency.asset);
  if (currency === undefined || median === undefined) return undefined;
  const exact = (amount * median * 100n) / powerOfTen(currency.precision);
  return { asset: currency.asset, exact, cents: exact / powerOfTen(18) };
}
