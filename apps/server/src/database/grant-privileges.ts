import pg from 'pg';
import { queueSchema } from './migrate-queue.ts';
import { migrationsTable, tablePrivileges, type TablePrivileges } from './table-privileges.ts';

/**
 * Gives a role what the server needs and takes everything else from it, in one transaction: a server that runs meanwhile
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
    // The engine of the queue looks after its own rows.
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

/** What stands between `grant` and `on`. */
export function listPrivileges({ insert, update, delete: erase }: TablePrivileges): string[] {
  const updates = update === 'all' ? ['update'] : (update ?? []).map((column) => `update (${column})`);
  return ['select', ...(insert === true ? ['insert'] : []), ...updates, ...(erase === true ? ['delete'] : [])];
}
