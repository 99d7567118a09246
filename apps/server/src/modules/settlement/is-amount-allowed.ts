import { divideUp } from '@causeway/domain/money/divide';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { assessLimits } from '../limits/assess-limits.ts';
import { assessMerchant } from '../limits/assess-merchant.ts';
import { holdLimits } from '../limits/count-money.ts';
import { getLimitTable, readStanding } from '../limits/store.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { findBounds } from './find-bounds.ts';

/** Whether so much may be exchanged for an order: within what its method takes, and within its client's limits. */
export async function isAmountAllowed(
  context: AppContext,
  trx: Executor,
  order: OrderRow,
  amount: bigint,
): Promise<boolean> {
  // A promised amount is exchanged as it was promised; what is more goes back.
  if (order.boundAmount !== '') return false;
  const bounds = await findBounds({ ...context, db: trx }, order.pricing);
  if (bounds === undefined || amount > bounds.max) return false;
  const { orderId, clientId, isMerchant } = order;
  const now = context.clock.now();
  // Held until the money is counted: what others accept meanwhile waits.
  if (trx.isTransaction) await holdLimits(trx, { clientId, isMerchant, now });
  const standing = await readStanding(trx, clientId, now, isMerchant, orderId);
  if (standing === undefined) return false;
  const currency = order.payinCurrency === 'USD' ? 'USD' : 'EUR';
  const counted = currency === 'USD' ? order.payinAmountUsd : order.payinAmountEur;
  const cents = divideUp(counted * amount, order.payinAmount);
  const limits = await getLimitTable({ ...context, db: trx });
  const assess = order.isMerchant ? assessMerchant : assessLimits;
  return assess(limits, standing, { currency, cents }).errors.length === 0;
}
