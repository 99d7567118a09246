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

/** Runs work over a connection of its own, and ends it. */
export async function withClient<Result>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(options);
  // The query under way fails when the connection is lost; the event beside it would end the program.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
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
