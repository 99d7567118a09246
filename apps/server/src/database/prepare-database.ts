import type { Config } from '../config/config.ts';
import { migrateDatabase, waitForMigrations } from './migrate-database.ts';
import { queueSchema } from './grant-privileges.ts';
import type { OpenDatabase } from './open-database.ts';
import { withClient } from './open-pool.ts';

/** Another process, or the deployment, may be about to migrate. */
const waitMs = 60_000;

/**
 * Migrates where this process may, waits for the migration elsewhere, and makes sure that a live server's role has no
 * power to break the ledger's laws.
 *
 * @throws Error in one line
 */
export async function prepareDatabase(
  { ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>,
  { url, owner }: OpenDatabase,
): Promise<void> {
  if (owner === undefined) await waitForMigrations(url, waitMs);
  else await migrateDatabase(owner.url, owner);
  if (ENVIRONMENT !== 'live') return;
  const [reason] = await listExcessPowers(url);
  if (reason === undefined) return;
  throw new Error(
    `DATABASE_URL: its role ${reason}, so it could get round the laws of the ledger. ` +
      'Give the server a role that owns nothing, and the owner to MIGRATION_DATABASE_URL (docs/operating.md, "Database roles").',
  );
}

/** What a role can do that the server's must not, as phrases that follow the role's name. */
export async function listExcessPowers(url: string): Promise<string[]> {
  return withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ reason: string }>(
      `select reason from pg_roles, lateral (values
        (rolsuper, 'is a superuser'),
        (rolcreaterole, 'can make and change roles'),
        (has_parameter_privilege('session_replication_role', 'set'), 'can set session_replication_role'),
        (has_schema_privilege('public', 'create'), 'can create tables and functions'),
        (exists (
          select from pg_class join pg_namespace namespace on namespace.oid = relnamespace
          where nspname in ('public', $1) and pg_has_role(current_user, relowner, 'member')
        ), 'owns tables, or is a member of the role that does'),
        (exists (
          select from pg_class where relnamespace = 'public'::regnamespace and starts_with(relname, 'ledger_') and relkind in ('r', 'p')
            and has_table_privilege(oid, 'delete, truncate, trigger')
        ), 'may delete from the ledger or change its triggers')
      ) as power (is_there, reason) where rolname = current_user and is_there`,
      [queueSchema],
    );
    return rows.map(({ reason }) => reason);
  });
}
