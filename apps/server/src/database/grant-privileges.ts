import pg from 'pg';
import { type TablePrivileges, migrationsTable, tablePrivileges } from './table-privileges.ts';
import { createRequire } from 'node:module';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { z } from 'zod';

/**
 * Grants a role what the server needs and revokes everything else, in one transaction: a server that runs meanwhile
 * never lacks anything.
 */
export async function grantPrivileges(client: pg.Client, serverRole: string): Promise<void> {
  const role = pg.escapeIdentifier(serverRole);
  const tables = { ...tablePrivileges, [migrationsTable]: {} };
  const statements = [
    'begin',
    `revoke all on all tables in schema public from ${role}`,
    `revoke create on schema public from public, ${role}`,
    `grant usage on schema public, ${queueSchema} to ${role}`,
    `grant usage on all sequences in schema public to ${role}`,
    // The engine of the queue maintains its own rows.
    `grant select, insert, update, delete on all tables in schema ${queueSchema} to ${role}`,
    ...Object.entries(tables).map(
      ([name, privileges]) => `grant ${listPrivileges(privileges).join(', ')} on ${toTableName(name)} to ${role}`,
    ),
    'commit',
  ];
  await client.query(statements.join(';\n'));
}

/** The table as PostgreSQL knows it. */
export function toTableName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The part between `grant` and `on`. */
export function listPrivileges({ insert, update, delete: erase }: TablePrivileges): string[] {
  const updates = update === 'all' ? ['update'] : (update ?? []).map((column) => `update (${column})`);
  return ['select', ...(insert === true ? ['insert'] : []), ...updates, ...(erase === true ? ['delete'] : [])];
}

/** Where the queue keeps its tables. */
export const queueSchema = 'pgboss';

const manifest = z.object({ pgboss: z.object({ schema: z.int() }) });

/**
 * Makes the tables of the job queue, or brings them to the version of its library. The caller holds the migration lock.
 */
export async function migrateQueue(client: pg.Client): Promise<void> {
  const wanted = manifest.parse(createRequire(import.meta.url)('pg-boss/package.json')).pgboss.schema;
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('${queueSchema}.version') as name`,
  );
  if ((tables[0]?.name ?? null) === null) {
    await client.query(getConstructionPlans(queueSchema));
    await addIndexes(client);
    return;
  }
  const { rows } = await client.query<{ version: number }>(`select version from ${queueSchema}.version`);
  const version = rows[0]?.version ?? 0;
  if (version < wanted) await client.query(getMigrationPlans(queueSchema, version));
  await addIndexes(client);
}

/**
 * The engine's own indexes lead to jobs by their age, past all that wait for their time, and to no job by its key. Not
 * made concurrently: that would wait for the processes that wait for this one.
 */
async function addIndexes(client: pg.Client): Promise<void> {
  const jobs = `${queueSchema}.job_common`;
  const wanted = {
    job_due: `${jobs} (name, start_after) where state < 'active' and not blocked`,
    job_key: `${jobs} (name, singleton_key) where state in ('created', 'retry', 'active')`,
  };
  const { rows } = await client.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = '${queueSchema}'`,
  );
  for (const [name, what] of Object.entries(wanted))
    if (!rows.some((row) => row.name === name)) await client.query(`create index ${name} on ${what}`);
}
