import { sql } from 'kysely';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const byLanguage = z.record(z.string(), z.string());

/** The company agreement that every client must have accepted. */
export interface Agreement {
  version: string;
  companyName: string;
  /** By language code; English is always there. */
  titles: Readonly<Record<string, string>>;
  texts: Readonly<Record<string, string>>;
}

/**
 * The agreement that this client has still to accept: the newest published one, when it was published after the client
 * registered and was not accepted yet.
 */
export async function findDueAgreement(
  executor: Executor,
  clientId: string,
  now: Date,
): Promise<Agreement | undefined> {
  const row = await executor
    .selectFrom('companyAgreements as agreement')
    .innerJoin('clients', (join) => join.on('clients.clientId', '=', clientId))
    .select(['agreement.version', 'companyName', 'titles', 'texts'])
    .where('publishedAt', '=', (newest) =>
      newest
        .selectFrom('companyAgreements')
        .select(sql<Date>`max(published_at)`.as('at'))
        .where('publishedAt', '<=', now),
    )
    .whereRef('publishedAt', '>', 'clients.createdAt')
    .whereRef('agreement.version', '!=', 'clients.agreedCompanyVersion')
    .executeTakeFirst();
  return row && { ...row, titles: byLanguage.parse(row.titles), texts: byLanguage.parse(row.texts) };
}

/** The version that the client accepted last; empty when none was. */
export async function findAcceptedVersion(executor: Executor, clientId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('clients')
    .select('agreedCompanyVersion')
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row?.agreedCompanyVersion;
}
