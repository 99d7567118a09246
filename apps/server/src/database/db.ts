import type { Kysely, Transaction } from 'kysely';
import type { DB } from './types.generated.ts';

export type Db = Kysely<DB>;
/** The database, or a transaction on it. */
export type Executor = Db | Transaction<DB>;
