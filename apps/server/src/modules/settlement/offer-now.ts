import type { ErrorCode } from '@causeway/contract/errors/error-item';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';
import { keepsBoundAmount } from '../promises/require-promised-price.ts';
import { findBounds } from './find-bounds.ts';
import { isAmountAllowed } from './is-amount-allowed.ts';
import { priceNow } from './price-for-good.ts';
import { splitAmount } from './split-amount.ts';

/** What going on with the money that is here would give now, or why it cannot go on. */
export type Offer =
  | { record: QuoteRecord; surplus: bigint }
  | { refused: Extract<ErrorCode, 'CANT_EXCHANGE' | 'RATE_UNAVAILABLE'> };

/** The price of now for all that an order has received. */
export async function offerNow(context: AppContext, executor: Executor, order: OrderRow): Promise<Offer> {
  const { receivedAmount: total, payinAmount, pricing } = order;
  const isAllowed = total <= payinAmount || (await isAmountAllowed(context, executor, order, total));
  const { amount, surplus } = splitAmount(total, payinAmount, isAllowed);
  const source = { ...context, db: executor };
  const asked = await priceNow(source, pricing, payinAmount);
  if (asked === undefined) return { refused: 'RATE_UNAVAILABLE' };
  const record = await priceNow(source, pricing, amount);
  const bounds = await findBounds(source, asked);
  if (record === undefined || bounds === undefined || amount < bounds.min) return { refused: 'CANT_EXCHANGE' };
  if (!keepsBoundAmount(order, record)) return { refused: 'CANT_EXCHANGE' };
  return { record, surplus };
}
