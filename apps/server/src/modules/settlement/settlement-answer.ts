import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { Order } from '@causeway/contract/shapes/order';
import type { OrderDecision, ReceiptLine } from '@causeway/contract/shapes/order-parts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { type QuoteRecord, quoteRecord } from '../pricing/quote-record.ts';
import { offerNow } from './decide-money.ts';
import { displayRate } from '../pricing/config/display-rate.ts';

/** The part of an order that settlement adds. */
export type SettlementView = Pick<Order, 'receivedAmount' | 'decision' | 'receipt' | 'refundMethod'>;

/** What has arrived for an order, the question to its owner, and the receipt once the price is final. */
export async function toSettlementAnswer(context: AppContext, order: OrderRow): Promise<SettlementView> {
  return {
    receivedAmount: formatUnits(order.receivedAmount, order.payinCurrency),
    decision: order.decisionKind === '' ? null : await toDecisionAnswer(context, order),
    receipt: isBeforeMoney(order.status) || order.receivedAmount === 0n ? [] : await toReceiptAnswer(context, order),
    refundMethod: order.refundMethod,
  };
}

async function toDecisionAnswer(context: AppContext, order: OrderRow): Promise<OrderDecision> {
  const { receivedAmount, payinCurrency, payoutCurrency, decisionKind, decideUntil } = order;
  const offer = await offerNow(context, context.db, order);
  const arrived = formatUnits(receivedAmount, payinCurrency);
  return {
    kind: decisionKind === 'late' ? 'late' : 'partial',
    receivedAmount: arrived,
    payoutAmount: 'record' in offer ? formatUnits(offer.record.payoutAmount, payoutCurrency) : '',
    refundAmount: arrived,
    decideUntil: Math.floor((decideUntil ?? context.clock.now()).getTime() / 1000),
  };
}

const settled = z.object({
  quoted: quoteRecord,
  isExchanged: z.boolean(),
  refunds: z.array(z.object({ currency: z.string(), amount: z.string().transform(BigInt) })),
});

async function toReceiptAnswer({ db }: AppContext, order: OrderRow): Promise<Order['receipt']> {
  const { orderId, quoteId, pricing, receivedAmount, isFloatingRate } = order;
  const { rows } = await sql`
    select quotes.pricing as quoted,
      exists (select 1 from ledger_keys where idempotency_key = ${`conversion:${orderId}`}) as is_exchanged,
      coalesce((
        select json_agg(json_build_object('currency', currency, 'amount', amount) order by currency)
        from (select currency, sum(amount)::text as amount from refunds where order_id = ${orderId}::uuid group by currency) back
      ), '[]') as refunds
    from quotes where quote_id = ${quoteId}::uuid
  `.execute(db);
  const { quoted, isExchanged, refunds } = settled.parse(rows[0]);
  const actual: QuoteRecord | undefined = isExchanged ? pricing : undefined;
  return writeReceipt({ quoted, actual, receivedAmount, isFloatingRate, refunds });
}

/** The results of an order's money. */
interface ReceiptInput {
  quoted: QuoteRecord;
  /** The final price, `undefined` when nothing was exchanged. */
  actual: QuoteRecord | undefined;
  receivedAmount: bigint;
  isFloatingRate: boolean;
  /** Refunded amounts, by currency. */
  refunds: readonly { currency: string; amount: bigint }[];
}

type Note = 'floating_rate' | 'partial_payment' | 'over_payment' | 'late_payment';

/** The receipt line by line beside the quote; a line that differs says why. */
export function writeReceipt(input: ReceiptInput): ReceiptLine[] {
  const { quoted, actual, receivedAmount, refunds } = input;
  const lines = actual === undefined ? [unexchanged(quoted, receivedAmount)] : exchanged(quoted, actual, input);
  return [...lines, ...refunds.map(({ currency, amount }) => line('refund', currency, 0n, amount, ''))];
}

function unexchanged(quoted: QuoteRecord, received: bigint): ReceiptLine {
  return line('payin', quoted.payinCurrency, quoted.payinAmount, received, amountNote(quoted.payinAmount, received));
}

function exchanged(quoted: QuoteRecord, actual: QuoteRecord, { isFloatingRate }: ReceiptInput): ReceiptLine[] {
  const { payinCurrency, payoutCurrency } = quoted;
  const ofAmount = amountNote(quoted.payinAmount, actual.payinAmount);
  const isPart = ofAmount === 'partial_payment';
  const ofRate: Note = isFloatingRate ? 'floating_rate' : isPart ? 'partial_payment' : 'late_payment';
  const note = ofAmount === '' ? ofRate : ofAmount;
  const inPayin = (kind: ReceiptLine['kind'], pick: (record: QuoteRecord) => bigint) =>
    line(kind, payinCurrency, pick(quoted), pick(actual), note);
  const [asked, became] = [displayRate(quoted), displayRate(actual)];
  return [
    inPayin('payin', (record) => record.payinAmount),
    inPayin('payin_fee', (record) => record.payinFee),
    inPayin('service_fee', (record) => record.serviceFee),
    inPayin('network_fee', (record) => record.networkFee),
    ...(quoted.partnerFee === undefined && actual.partnerFee === undefined
      ? []
      : [inPayin('partner_fee', (record) => record.partnerFee ?? 0n)]),
    inPayin('exchanged', (record) => record.exchanged),
    changedLine('rate', asked.quote, asked.rate, became.rate, ofRate),
    line('payout', payoutCurrency, quoted.payoutAmount, actual.payoutAmount, note),
  ];
}

function amountNote(asked: bigint, came: bigint): Note | '' {
  if (came === asked) return '';
  return came < asked ? 'partial_payment' : 'over_payment';
}

function line(
  kind: ReceiptLine['kind'],
  currency: string,
  quoted: bigint,
  actual: bigint,
  note: Note | '',
): ReceiptLine {
  return changedLine(kind, currency, formatUnits(quoted, currency), formatUnits(actual, currency), note);
}

function changedLine(
  kind: ReceiptLine['kind'],
  currency: string,
  quoted: string,
  actual: string,
  note: Note | '',
): ReceiptLine {
  return { kind, currency, quoted, actual, note: quoted === actual ? '' : note };
}
