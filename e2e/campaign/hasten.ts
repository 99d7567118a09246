import { runSql } from '@causeway/testing/run-sql';

/** Makes a recurring job run at once. */
export async function hasten(
  databaseUrl: string,
  job: 'collect-deposits' | 'reconcile' | 'scan-bitcoin-deposits' | 'scan-ethereum-deposits',
): Promise<void> {
  await runSql(
    databaseUrl,
    `update pgboss.job set start_after = now() where name = '${job}' and state < 'active' and start_after > now()`,
  );
}
