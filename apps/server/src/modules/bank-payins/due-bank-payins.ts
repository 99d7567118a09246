import { sql } from 'kysely';
import { z } from 'zod';
import type { DueSource } from '../lifecycle/due-source.ts';
import { creditTransfersJob } from './jobs/credit-transfers.ts';
import { openRequisitesJob } from './jobs/open-requisites.ts';

const row = z.object({ orderId: z.string(), isUnopened: z.boolean(), isUnpaid: z.boolean() });

/** Orders without their account number, and orders that were not given a transfer that came for them. */
export const dueBankPayins: DueSource = async (executor, before, { after, size }) => {
  const { rows } = await sql`
    select order_id, made.iban is null and orders.status = 'payin_pending' as is_unopened,
      exists (select 1 from bank_transfers where bank_transfers.order_id = orders.order_id and bank_transfers.status = 'matched') as is_unpaid
    from orders join bank_requisites made using (order_id)
    where orders.created_at < ${before} and order_id > ${after}::uuid and order_id in (
      select order_id from bank_requisites join orders using (order_id) where iban is null and orders.status = 'payin_pending'
      union all
      select order_id from bank_transfers where status = 'matched'
    )
    order by order_id limit ${size}
  `.execute(executor);
  return z
    .array(row)
    .parse(rows)
    .flatMap(({ orderId, isUnopened, isUnpaid }) => [
      ...(isUnopened ? [{ orderId, job: openRequisitesJob }] : []),
      ...(isUnpaid ? [{ orderId, job: creditTransfersJob }] : []),
    ]);
};
