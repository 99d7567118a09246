import type { Db } from 'pg-boss';
import { nameStatements } from '../database/name-statements.ts';
import { openPool } from '../database/open-pool.ts';
import { StatementNames } from '../database/statement-names.ts';

/** The queue's own connections. Workers ask the same few questions twice a second: their statements are known by name. */
export function createBossDatabase(url: string, max: number): Db & { close(): Promise<void> } {
  const pool = openPool({ connectionString: url, max, application_name: 'causeway-jobs' });
  const names = new StatementNames();
  pool.on('connect', (client) => {
    // A lost connection is replaced at the next statement, which is what fails and is told of.
    client.on('error', () => {});
    nameStatements(client, names);
  });
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      let hasFailed = true;
      try {
        const answer = await client.query(text, values);
        hasFailed = false;
        return answer;
      } finally {
        // The engine sends scripts with their own begin and commit: one that failed leaves its transaction open.
        client.release(hasFailed);
      }
    },
    close: () => pool.end(),
  };
}
