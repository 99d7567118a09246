import { createRequire } from 'node:module';
import type pg from 'pg';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import { z } from 'zod';

/** Where the queue keeps its tables. */
export const queueSchema = 'pgboss';

const manifest = z.object({ pgboss: z.object({ schema: z.int() }) });

/** Makes the tables of the job queue, or brings them to the version of its library. The caller holds the migration lock. */
export async function migrateQueue(client: pg.Client): Promise<void> {
  const wanted = manifest.parse(createRequire(import.meta.url)('pg-boss/package.json')).pgboss.schema;
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('${queueSchema}.version') as name`,
  );
  if ((tables[0]?.name ?? null) === null) {
    await client.query(getConstructionPlans(queueSchema));
    return;
  }
  const { rows } = await client.query<{ version: number }>(`select version from ${queueSchema}.version`);
  const version = rows[0]?.version ?? 0;
  if (version < wanted) await client.query(getMigrationPlans(queueSchema, version));
}
