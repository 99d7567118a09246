import { Kysely, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Db } from './db.ts';
import { StatementNames, nameStatements } from './name-statements.ts';
import { holdTransaction, openPool } from './open-pool.ts';
import type { DB } from './types.generated.ts';
import { SnakeCaseDialect, CamelCaseAnswers } from './snake-case.ts';

const bigintOid = 20;
const numericOid = 1700;
const numericsOid = 1231;
const textsOid = 1009;

/**
 * A server that stops in the middle of a transaction loses its locks after this time: the others would stop with it.
 */
const stalledTransactionMs = 15_000;

/** Most connections, and the listener for a lost one. */
interface DatabaseOptions {
  poolSize?: number;
  onLostConnection?: (error: Error) => void;
  /** How long a transaction may wait for its own program. */
  stalledTransactionMs?: number;
}

/**
 * A pool on PostgreSQL. Columns are camelCase; money is `numeric(38,0)` and arrives as bigint.
 */
export function createDatabase(url: string, options: DatabaseOptions = {}): Db {
  const pool = openPool({
    connectionString: url,
    max: options.poolSize ?? 10,
    types: { getTypeParser },
    idle_in_transaction_session_timeout: options.stalledTransactionMs ?? stalledTransactionMs,
  });
  const names = new StatementNames();
  pool.on('connect', (client) => {
    client.on('error', (error) => options.onLostConnection?.(error));
    nameStatements(client, names);
  });
  return new GuardedDatabase({
    dialect: new SnakeCaseDialect({ pool }),
    plugins: [new CamelCaseAnswers({ maintainNestedObjectKeys: true })],
  });
}

/** Refuses a connection to code that already runs inside a transaction. */
class GuardedDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return guardTransaction(super.transaction());
  }

  override startTransaction(): never {
    throw new Error('Use transaction(): what it holds is known to the pools.');
  }

  override connection(): never {
    throw new Error('Use transaction(): what it holds is known to the pools.');
  }
}

function guardTransaction(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  const setAccessMode = builder.setAccessMode.bind(builder);
  const setIsolationLevel = builder.setIsolationLevel.bind(builder);
  builder.execute = (work) => execute((trx) => holdTransaction(() => work(trx)));
  builder.setAccessMode = (mode) => guardTransaction(setAccessMode(mode));
  builder.setIsolationLevel = (level) => guardTransaction(setIsolationLevel(level));
  return builder;
}

type ParseText = (text: string) => unknown;
const standardTypes: { getTypeParser(oid: number, format?: 'text' | 'binary'): ParseText } = pg.types;

const parseTexts = standardTypes.getTypeParser(textsOid);

function getTypeParser(oid: number, format?: 'text' | 'binary'): ParseText {
  if (oid === bigintOid || oid === numericOid) return BigInt;
  // Numbers of an array come as texts: no amount may pass through a floating point number.
  if (oid === numericsOid) return (text) => z.array(z.string().transform(BigInt)).parse(parseTexts(text));
  return standardTypes.getTypeParser(oid, format);
}
