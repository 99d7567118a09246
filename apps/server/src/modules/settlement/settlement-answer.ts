import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { Order } from '@causeway/contract/shapes/order';
import type { OrderDecision } from '@causeway/contract/shapes/order-parts';
import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { type QuoteRecord, quoteRecord } from '../pricing/quote-record.ts';
import { offerNow } from './decide-money.ts';
import { writeReceipt } from './receipt.ts';

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
    decideUntil: toUnixSeconds(decideUntil ?? context.clock.now()),
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
      exists (
        select from ledger_keys done where idempotency_key = ${`conversion:${orderId}`}
          and not exists (select from ledger_keys undone where undone.reverses_entry_id = done.entry_id)
      ) as is_exchanged,
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
