import { orderStatuses } from '@causeway/domain/orders/order-status';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';
import type { Orders } from '../../database/types.generated.ts';
import { quoteRecord, type QuoteRecord } from '../pricing/quote-record.ts';
import { destinationDetails, type DestinationDetails } from './destination.ts';

const statusSchema = z.enum(orderStatuses);

/** An order as the database keeps it, its status and price parsed. */
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

/** The order, held against every other change until the transaction ends. */
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
