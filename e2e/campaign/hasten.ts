import { runSql } from '@causeway/testing/run-sql';

/** Has a job that runs at intervals run at once. */
export async function hasten(
  databaseUrl: string,
  job: 'collect-deposits' | 'reconcile' | 'scan-bitcoin-deposits' | 'scan-ethereum-deposits',
): Promise<void> {
  await runSql(
    databaseUrl,
    `update pgboss.job set start_after = now() where name = '${job}' and state < 'active' and start_after > now()`,
  );
}
