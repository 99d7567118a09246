import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** An e-mail as the database stores it; `sealed` is empty once it was sent. */
export interface EmailRow {
  letterId: string;
  clientId: string | null;
  recipient: string | RawBuilder<string>;
  template: string;
  language: string;
  sealed: string;
  occasion: string;
  createdAt: Date;
  isOfStranger?: boolean;
  isCounted?: boolean;
}

/** @returns whether it is to be sent, and the first e-mail of its occasion */
export async function insertEmail(
  executor: Executor,
  row: EmailRow,
  isWanted: RawBuilder<boolean> = sql`true`,
): Promise<boolean> {
  const { letterId, clientId, recipient, template, language, sealed, occasion, createdAt } = row;
  const { isOfStranger = false, isCounted = false } = row;
  const parameters = JSON.stringify({ sealed, ...(isOfStranger && { isOfStranger }), ...(isCounted && { isCounted }) });
  const { numAffectedRows } = await sql`
    insert into letters (letter_id, client_id, recipient, template, language, parameters, occasion, created_at)
    select ${letterId}::uuid, ${clientId}::uuid, ${recipient}, ${template}, ${language}, ${parameters}::jsonb,
      ${occasion}, ${createdAt}::timestamptz
    where ${isWanted}
    on conflict (occasion) do nothing
  `.execute(executor);
  return numAffectedRows === 1n;
}

/** Those of the e-mails that were not sent yet, with their parameters. */
export async function listUnsentEmails(executor: Executor, letterIds: readonly string[]) {
  return executor
    .selectFrom('letters')
    .select(['letterId', 'clientId', 'recipient', 'template', 'language', 'parameters', 'createdAt'])
    .where(...isOneOf(letterIds))
    .where('sentAt', 'is', null)
    .where('withheldAt', 'is', null)
    .execute();
}

/** Records that an e-mail is not sent and erases its contents. */
export async function markEmailWithheld(executor: Executor, letterId: string, withheldAt: Date): Promise<void> {
  await executor
    .updateTable('letters')
    .set({ withheldAt, parameters: '{}' })
    .where('letterId', '=', letterId)
    .where('sentAt', 'is', null)
    .execute();
}

/** Records that e-mails were sent and erases their contents. */
export async function markEmailsSent(executor: Executor, letterIds: readonly string[], sentAt: Date): Promise<void> {
  if (letterIds.length === 0) return;
  await executor
    .updateTable('letters')
    .set({ sentAt, parameters: '{}' })
    .where(...isOneOf(letterIds))
    .where('sentAt', 'is', null)
    .where('withheldAt', 'is', null)
    .execute();
}

/** One parameter for any number, so that it is one statement to the database. */
function isOneOf(letterIds: readonly string[]) {
  return ['letterId', '=', sql<string>`any(${[...letterIds]}::uuid[])`] as const;
}
