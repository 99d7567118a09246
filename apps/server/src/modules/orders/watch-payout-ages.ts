import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { setAlarms } from '../alarms/raise-alarm.ts';

/** Looks for payouts that progress too slowly. */
export const watchPayoutAgesJob = defineJob({
  name: 'watch-payout-ages',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 10,
  everySeconds: 60,
});

/** A payout that has not left for so long needs a person, and so does one that no block or bank has taken. */
const leaveMs = 15 * 60_000;
const arriveMs = 2 * 3_600_000;
const namedMost = 200;

const waiting = z.array(z.object({ niceId: z.string(), method: z.string(), since: z.date() }));

/**
 * Raises an alarm for every payout that progresses too slowly, for any cause, and clears those that have progressed.
 */
export async function watchPayoutAges(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now().getTime();
  const [left, arrived] = [new Date(now - leaveMs), new Date(now - arriveMs)];
  const { rows } = await sql`
    select nice_id, method, since from (
      (select order_id, chain as method, created_at as since from payouts
       where status in ('planned', 'signed', 'freeing') and created_at < ${left} order by created_at limit ${namedMost})
      union all
      (select order_id, chain, broadcast_at from payouts
       where status = 'broadcast' and broadcast_at < ${arrived} order by broadcast_at limit ${namedMost})
      union all
      (select order_id, 'bank', created_at from bank_payouts
       where status = 'planned' and created_at < ${left} order by created_at limit ${namedMost})
      union all
      (select order_id, 'card', created_at from card_payouts
       where status in ('planned', 'sending') and created_at < ${left} order by created_at limit ${namedMost})
    ) waiting join orders using (order_id)
    order by since limit ${namedMost}
  `.execute(db);
  const late = waiting.parse(rows);
  const alarms = late.map(({ niceId, method, since }) => ({
    subject: niceId,
    details: { method, since: since.toISOString() },
  }));
  await setAlarms(context, 'payout_waits', alarms);
}
