import type { Executor } from '../../database/db.ts';

export async function isPhoneOfAnother(executor: Executor, phone: string, clientId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('clients')
    .select('clientId')
    .where('phone', '=', phone)
    .where('clientId', '!=', clientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a confirmed number. The unique index lets one of two clients have it. */
export async function savePhone(trx: Executor, clientId: string, phone: string, phoneConfirmedAt: Date): Promise<void> {
  await trx.updateTable('clients').set({ phone, phoneConfirmedAt }).where('clientId', '=', clientId).execute();
}

/** The number that a client confirmed; empty without one. */
export async function findPhone(executor: Executor, clientId: string): Promise<string> {
  const row = await executor.selectFrom('clients').select('phone').where('clientId', '=', clientId).executeTakeFirst();
  return row?.phone ?? '';
}
