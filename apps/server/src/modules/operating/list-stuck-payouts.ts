import { sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** A pay-out that goes no further by itself while its order holds the money; also one that nobody signs while its chain is held. */
export interface StuckPayout {
  orderId: string;
  niceId: string;
  payoutId: string;
  /** Where it was to go. */
  way: 'chain' | 'card';
  amount: bigint;
  currency: string;
  /** Why, in the words of whoever refused it; empty for one that was stopped, `held` for one that waits for a decision. */
  reason: string;
  since: Date;
}

/** All of them, the oldest first, or those of one order. */
export async function listStuckPayouts(
  { db }: { db: Executor } | AppContext,
  orderId?: string,
): Promise<StuckPayout[]> {
  const { rows } = await sql<StuckPayout>`
    select orders.order_id, orders.nice_id, stuck.payout_id, stuck.way, stuck.amount, stuck.currency, stuck.reason, stuck.since
    from (
      select order_id, payout_id, 'chain' as way, amount, currency, stuck_reason as reason, updated_at as since
      from payouts where status = 'stuck'
      union all
      select order_id, payout_id, 'chain', amount, currency, 'held', updated_at
      from payouts where status = 'planned' and exists (
        select from payout_holds where payout_holds.chain = payouts.chain and released_at is null
      )
      union all
      select order_id, payout_id, 'card', amount, currency, failure_reason, updated_at
      from card_payouts where status in ('failed', 'stopped')
    ) stuck
    join orders using (order_id)
    where orders.status = 'processing' and (${orderId ?? null}::uuid is null or orders.order_id = ${orderId ?? null}::uuid)
    order by stuck.since
  `.execute(db);
  return rows;
}
