import { runSql } from '@causeway/testing/run-sql';

type RecurringJob = 'collect-deposits' | 'reconcile' | 'scan-bitcoin-deposits' | 'scan-ethereum-deposits';

/** Makes a recurring job run at once: the one that waits for its time, or one more where none waits. */
export async function hasten(databaseUrl: string, job: RecurringJob): Promise<void> {
  await runSql(
    databaseUrl,
    `update pgboss.job set start_after = now() where name = '${job}' and state < 'active' and start_after > now()`,
  );
  await runSql(
    databaseUrl,
    `insert into pgboss.job (name, data, policy)
     select name, '{"payload": {}}', policy from pgboss.queue where name = '${job}'
       and not exists (select from pgboss.job where name = '${job}' and state <= 'active')`,
  );
}
