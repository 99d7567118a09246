import { runSql } from '@causeway/testing/run-sql';

/** Ends the time in which an order can be paid. */
export async function endTimeToPay(databaseUrl: string, niceId: string): Promise<void> {
  await runSql(
    databaseUrl,
    `update orders set expires_at = now(), payin_deadline = now() where nice_id = '${niceId}';
     update pgboss.job set start_after = now()
     where name = 'expire-order' and singleton_key = (select order_id::text from orders where nice_id = '${niceId}')`,
  );
}
