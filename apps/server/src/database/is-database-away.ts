import pg from 'pg';

/** Of PostgreSQL: it shuts down, starts up or has crashed, has no connection left, or the connection broke. */
const awayCodes = /^(?:57P0[1-4]|53300|08\w{3})$/;
const networkCodes: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** The driver's own messages, which have no code. */
const lostConnection =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/**
 * Whether something failed because the database could not be reached for the moment: the request itself is not at
 * fault.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return awayCodes.test(code);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  // Providers are called by fetch, whose failures are of another class.
  return (networkCodes.has(code) && 'syscall' in error) || lostConnection.test(error.message);
}
