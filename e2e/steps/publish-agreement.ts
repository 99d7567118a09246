import { randomUUID } from 'node:crypto';
import { runSql } from '@causeway/testing/run-sql';

/**
 * Publishes another agreement with the company, as an operator does: every existing client has to accept it. @returns
 * its title, which is its version
 */
export async function publishAgreement(databaseUrl: string): Promise<string> {
  const title = `Agreement ${randomUUID().slice(0, 8)}`;
  await runSql(
    databaseUrl,
    `insert into company_agreements (version, company_name, titles, texts, published_at)
     values ('${title}', 'Causeway Ltd', '{"en": "${title}"}', '{"en": "<p>We moved.</p>"}', now())`,
  );
  return title;
}

/** Clients of other tests have nothing to accept. */
export async function takeBackAgreement(databaseUrl: string, version: string): Promise<void> {
  await runSql(databaseUrl, `delete from company_agreements where version = '${version}'`);
}
