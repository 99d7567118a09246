import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** How long a caller waits for a connection: longer than the database lets a stalled transaction keep one. */
const waitMs = 20_000;

interface Hold {
  isOpen: boolean;
}

const holds = new AsyncLocalStorage<Hold>();

/** Requesting a second connection while holding one: as many callers as there are connections would wait for ever. */
export class SecondConnection extends Error {
  override readonly name = 'SecondConnection';

  constructor() {
    super(
      'The pool was asked for a connection inside of a transaction. Hand the transaction on: { ...context, db: trx }.',
    );
  }
}

/**
 * The only function that makes a pool: waiting for a connection has a limit, and a call chain that holds a transaction,
 * of any pool, is refused another connection.
 *
 * @throws SecondConnection from `connect` and `query`
 */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: waitMs, ...options });
  const connect: (...parameters: never[]) => unknown = pool.connect;
  const value = (...parameters: unknown[]): unknown => {
    refuseSecondConnection();
    return Reflect.apply(connect, pool, parameters);
  };
  Object.defineProperty(pool, 'connect', { value });
  // A connection that was lost while idle is replaced at the next query; without a listener the event would end the
  // program.
  pool.on('error', () => {});
  // A connection that comes back in the middle of a transaction would fail, or hide, the work of its next user.
  pool.on('release', (_error, client) => {
    const status = client.getTransactionStatus();
    if (status !== null && status !== 'I') void client.end().catch(() => {});
  });
  return pool;
}

/** @throws SecondConnection within a transaction */
export function refuseSecondConnection(): void {
  if (holds.getStore()?.isOpen === true) throw new SecondConnection();
}

/** A provider may answer after seconds: a transaction would hold its rows and its connection as long. */
class ProviderCallInTransaction extends Error {
  override readonly name = 'ProviderCallInTransaction';

  constructor(provider: string) {
    super(`The provider ${provider} was called inside of a transaction. Ask it before, and look again inside.`);
  }
}

/**
 * The first thing that every call over the network does.
 *
 * @throws ProviderCallInTransaction within a transaction
 */
export function refuseWithinTransaction(provider: string): void {
  if (holds.getStore()?.isOpen === true) throw new ProviderCallInTransaction(provider);
}

/** Runs what holds a transaction. */
export async function holdTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const hold: Hold = { isOpen: true };
  try {
    return await holds.run(hold, work);
  } finally {
    hold.isOpen = false;
  }
}

/**
 * The only exception, for work that another caller really does, as when a test holds a row and lets a request meet it.
 *
 * @param reason why this work may wait for a connection while its caller holds one
 */
export async function actAsAnotherCaller<Result>(reason: string, work: () => Promise<Result>): Promise<Result> {
  if (reason === '') throw new Error('Say why.');
  return holds.exit(work);
}

/**
 * Of PostgreSQL: it shuts down, starts up or has crashed, has no connection, memory or disk left, cannot read or write
 * its files, takes no writes for now, as a replica does, or the connection broke.
 */
const awayCodes = /^(?:57P0[1-4]|53\w{3}|58030|25006|08\w{3})$/;
const networkCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** The driver's own messages, which have no code. */
const lostConnection =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/**
 * Whether something failed because the database could not be reached, or did not take it, for the moment: the request
 * itself is not at fault.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return awayCodes.test(code);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  // Providers are called by fetch, whose failures are of another class.
  return (networkCodes.has(code) && 'syscall' in error) || lostConnection.test(error.message);
}
