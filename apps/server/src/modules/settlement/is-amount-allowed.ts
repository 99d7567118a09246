import { divideUp } from '@causeway/domain/money/divide';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { assessLimits } from '../limits/assess-limits.ts';
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
  const reading = { ...context, db: context.db };
  const bounds = await findBounds(reading, order.pricing);
  if (bounds === undefined || amount > bounds.max) return false;
  const standing = await readStanding(trx, order.clientId, context.clock.now());
  if (standing === undefined) return false;
  const cents = divideUp(order.payinAmountEur * amount, order.payinAmount);
  // The order itself is among those that were counted.
  const others = standing.usedThisMonth - order.payinAmountEur;
  const usedThisMonth = others > 0n ? others : 0n;
  return assessLimits(await getLimitTable(reading), { ...standing, usedThisMonth }, cents).errors.length === 0;
}
