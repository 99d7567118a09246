import type { Executor } from '../../database/db.ts';

/** The hash of a client's password. */
export async function findPasswordById(executor: Executor, clientId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('clients')
    .select('passwordHash')
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row?.passwordHash;
}
