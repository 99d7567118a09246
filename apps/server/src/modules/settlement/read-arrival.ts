import { sql } from 'kysely';
import { z } from 'zod';
import { knownNow } from '../rates/known-time.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** When money came, and what that means for a promised price. */
export interface Arrival {
  /** As told outside, where that can be true, else now. */
  arrivedAt: Date;
  /** It came while the price was promised. */
  isInTime: boolean;
  /** It was sent in time but not there for good until the price had ended, or money before it was not. */
  isSlow: boolean;
}

const row = z.object({ arrivedAt: z.date(), isInTime: z.boolean(), isSlow: z.boolean() });

/**
 * Compares the time of money with the end of an order's price, in one statement. A firm's clock is not ours: a time in
 * the future or before the order was made is taken as now, the latest now that anybody knows, so that neither a fast
 * clock outside nor one of ours that went back keeps a price alive.
 *
 * @param toldAt when it arrived outside, where its firm says so
 * @param settledAt when it was there for good, where that is later than its arrival
 */
export async function readArrival(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  orderId: string,
  { toldAt, settledAt }: { toldAt: Date | undefined; settledAt: Date | undefined },
): Promise<Arrival> {
  const { rows } = await sql`
    select arrived_at, arrived_at <= expires_at as is_in_time,
      coalesce(${settledAt ?? null}::timestamptz > expires_at, false) or exists (
        select from received_money before
        where before.order_id = ordered.order_id and before.is_accepted and before.settled_at > ordered.expires_at
      ) as is_slow
    from (
      select order_id, expires_at, case
        when ${toldAt ?? null}::timestamptz between date_trunc('second', created_at) and ${knownNow({ clock })} then ${toldAt ?? null}::timestamptz
        else ${knownNow({ clock })}
      end as arrived_at
      from orders where order_id = ${orderId}::uuid
    ) ordered
  `.execute(trx);
  return row.parse(rows[0]);
}
