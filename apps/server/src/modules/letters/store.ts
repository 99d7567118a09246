import type { Executor } from '../../database/db.ts';

/** A letter as the database keeps it; `sealed` is empty once it was sent. */
export interface LetterRow {
  letterId: string;
  clientId: string | null;
  recipient: string;
  template: string;
  language: string;
  sealed: string;
  occasion: string;
  createdAt: Date;
}

/** @returns whether this is the first letter of its occasion */
export async function insertLetter(executor: Executor, row: LetterRow): Promise<boolean> {
  const { sealed, ...columns } = row;
  const inserted = await executor
    .insertInto('letters')
    .values({ ...columns, parameters: JSON.stringify({ sealed }) })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** The letter with its parameters, unless it was sent already. */
export async function findUnsentLetter(executor: Executor, letterId: string) {
  return executor
    .selectFrom('letters')
    .select(['letterId', 'recipient', 'template', 'language', 'parameters'])
    .where('letterId', '=', letterId)
    .where('sentAt', 'is', null)
    .executeTakeFirst();
}

/** Notes that a letter was sent and forgets what it said. */
export async function markLetterSent(executor: Executor, letterId: string, sentAt: Date): Promise<void> {
  await executor
    .updateTable('letters')
    .set({ sentAt, parameters: '{}' })
    .where('letterId', '=', letterId)
    .where('sentAt', 'is', null)
    .execute();
}
