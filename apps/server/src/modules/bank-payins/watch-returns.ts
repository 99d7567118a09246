import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { settleInTurns } from '../alarms/settle-each.ts';
import { recheckTransfer } from './outside-returns.ts';

/**
 * Polls transfers that could still be returned: first those whose money has not left, unassigned ones and those of
 * unfinished orders, then those of the last hour. A bank sends no webhook for a return that a person made, and a
 * restored database has forgotten its own.
 */
export async function watchReturns(context: AppContext, { size }: { size?: number } = {}): Promise<void> {
  await settleInTurns(context, async (page) => selectReturnable(context, page), {
    work: 'watch-returns',
    againWithin: 600,
    nameOf: ({ outsideId }) => outsideId,
    settle: (transfer) => recheckTransfer(context, transfer),
    size,
  });
}

const returnable = z.object({ transferId: z.string(), outsideId: z.string(), isNext: z.boolean() });

/** Those queried longest ago. What has left since then is put behind the others, and later watched no more. */
async function selectReturnable({ db, clock, providers }: AppContext, { size, since }: { size: number; since: Date }) {
  const now = clock.now();
  const lately = new Date(now.getTime() - 3600 * 1000);
  for (;;) {
    const { rows } = await sql`
      update bank_transfers transfer
      set has_left = ended.has_left, is_watched = not ended.has_left or transfer.created_at > ${lately},
        asked_at = case when page.has_left = ended.has_left then ${now} else asked_at end
      from (
        select transfer_id, has_left, order_id, status from bank_transfers
        where bank = ${providers.bank.name} and is_watched and status <> 'returned'
          and (asked_at is null or asked_at < ${since} or asked_at > ${now})
        order by has_left, asked_at nulls first limit ${size}
      ) page left join orders using (order_id)
        cross join lateral (select finished_at is not null or page.status = 'settled' as has_left) ended
      where transfer.transfer_id = page.transfer_id
      returning transfer.transfer_id, outside_id, is_watched and transfer.has_left = page.has_left as is_next
    `.execute(db);
    const next = z
      .array(returnable)
      .parse(rows)
      .filter(({ isNext }) => isNext);
    if (next.length > 0 || rows.length === 0) return next;
  }
}
