import { orderStatuses } from '@causeway/domain/orders/order-status';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { Orders } from '../../database/types.generated.ts';
import { type QuoteRecord, quoteRecord } from '../pricing/quote-record.ts';
import type { Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';

const statusSchema = z.enum(orderStatuses);

/** Address step fields beside address and tag, as an order stores them; empty when not requested. */
export const destinationDetails = z.object({
  memoId: z.string().default(''),
  memoType: z.string().default(''),
  memoValue: z.string().default(''),
  bankCode: z.string().default(''),
  iban: z.string().default(''),
  /** Holder of the bank account. */
  beneficiaryAccount: z.string().default(''),
  recurringId: z.string().default(''),
  /** Card that pays in. */
  payinCardToken: z.string().default(''),
  /** The card was entered for this order: its page named the acquirer's token, which no other caller is shown. */
  isPayinCardTyped: z.boolean().default(false),
  /** Saved card that receives the payout. */
  payoutCardToken: z.string().default(''),
  /** The card is to be kept after the payment (isRememberCard). */
  isRememberCard: z.boolean().default(false),
});

export type DestinationDetails = z.output<typeof destinationDetails>;

/** Where a payout goes, checked and in its usual form. */
export interface Destination {
  /** Address on a chain, IBAN of a bank account, or empty. */
  address: string;
  tag: string;
  details: DestinationDetails;
}

/** An order as the database stores it, its status and price parsed. */
export type OrderRow = Omit<Selectable<Orders>, 'status' | 'pricing' | 'destinationDetails'> & {
  status: z.output<typeof statusSchema>;
  pricing: QuoteRecord;
  destinationDetails: DestinationDetails;
};

/** An order by its row id or public id. */
export async function findOrder(
  executor: Executor,
  by: { orderId: string } | { niceId: string },
): Promise<OrderRow | undefined> {
  const [row] = await select(executor, by).execute();
  return row && toOrderRow(row);
}

/** The order, locked against every other change until the transaction ends. */
export async function lockOrder(trx: Executor, orderId: string): Promise<OrderRow> {
  const row = await select(trx, { orderId }).forNoKeyUpdate().executeTakeFirstOrThrow();
  return toOrderRow(row);
}

function select(executor: Executor, by: { orderId: string } | { niceId: string }) {
  const orders = executor.selectFrom('orders').selectAll();
  return 'orderId' in by ? orders.where('orderId', '=', by.orderId) : orders.where('niceId', '=', by.niceId);
}

/** A row of the table with its columns parsed. */
export function toOrderRow(row: Selectable<Orders>): OrderRow {
  return {
    ...row,
    status: statusSchema.parse(row.status),
    pricing: quoteRecord.parse(row.pricing),
    destinationDetails: destinationDetails.parse(row.destinationDetails),
  };
}

/** Who may pay an order, cancel it and answer for it: its owner, and anyone with a merchant order's link. */
export function mayPay(order: Pick<OrderRow, 'clientId' | 'isMerchant'>, caller: Caller): boolean {
  return order.isMerchant || (caller.kind === 'client' && caller.clientId === order.clientId);
}

/**
 * The order, if its caller may pay and cancel it.
 *
 * @throws Refusal ACCESS_EXPIRED for a visitor, NOT_FOUND for another client, as if it did not exist
 */
export function requireMayPay(order: OrderRow | undefined, caller: Caller): OrderRow {
  if (order !== undefined && mayPay(order, caller)) return order;
  throw new Refusal({ code: caller.kind === 'visitor' ? 'ACCESS_EXPIRED' : 'NOT_FOUND' });
}

/** The clients of some of the orders `spent`, and those to whose balances they were paid: a partner's is another's. */
export function ownersOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select spent.client_id from orders spent where ${which}
    union all select taker.client_id
    from orders spent join ledger_keys paid on paid.idempotency_key = 'balance_payout:' || spent.order_id
      join balance_operations brought on brought.entry_id = paid.entry_id and brought.kind = 'balance_payout' and brought.amount > 0
      join clients taker on taker.nice_id = substr(brought.path, length('client:') + 1)
    where spent.pay_to_partner and ${which}
  `;
}

/** Money of an order can have gone on, or be back. */
export const canBeFollowed = sql<boolean>`(
  status in ('confirmation_pending', 'processing', 'finished')
  or exists (select from refunds where refunds.order_id = orders.order_id and reason = 'payout_returned')
)`;
