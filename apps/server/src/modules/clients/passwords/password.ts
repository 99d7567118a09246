import { Refusal } from '../../../errors.ts';
import { hash, verify } from '@node-rs/argon2';
import type { Executor } from '../../../database/db.ts';
import { selectPasswordByEmail } from '../store.ts';

interface WaitingLine {
  /** @throws Refusal TOO_MANY_REQUESTS when the queue is full */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** @throws Refusal TOO_MANY_REQUESTS when no further caller may wait now */
  requirePlace(): void;
}

/** Runs so many tasks at once, lets so many wait, and refuses the others. */
export function createWaitingLine(limits: { atOnce: number; waiting: number }): WaitingLine {
  const waiting: (() => void)[] = [];
  let running = 0;

  function requirePlace(): void {
    if (running >= limits.atOnce && waiting.length >= limits.waiting)
      throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: 2 });
  }

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    requirePlace();
    // A finished task hands its place to the next one, so that no caller overtakes.
    if (running >= limits.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return { run, requirePlace };
}

// OWASP's least parameters for argon2id, the library's default kind.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hash of an unknown password, with the same parameters. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$lePJd73il+P2JXV6aK9PIA$zILXF9fYxnHvHNFmV3qLZfaU1oG1AK9HxH/ig4O/4GQ';

// Memory and processor belong to the process, and so does this queue: two running, sixteen waiting.
const line = createWaitingLine({ atOnce: 2, waiting: 16 });

/** @throws Refusal TOO_MANY_REQUESTS when too many passwords wait */
export async function hashPassword(password: string): Promise<string> {
  return line.run(() => hash(password.normalize('NFKC'), parameters));
}

/**
 * Whether the password is right. Takes equally long when there is no such account (`undefined`), or one without a
 * password.
 *
 * @throws Refusal TOO_MANY_REQUESTS when too many passwords wait
 */
export async function isPasswordRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2') === true;
  const isEqual = await line.run(() => verify(isHash ? passwordHash : dummyHash, password.normalize('NFKC')));
  return isEqual && isHash;
}

/**
 * Refuses a flood before it costs a captcha token or a query.
 *
 * @throws Refusal TOO_MANY_REQUESTS when too many passwords wait
 */
export function requirePasswordPlace(): void {
  line.requirePlace();
}

/** The account of an address in its plain form, with the hash of its password. */
export async function findPasswordByEmail(
  executor: Executor,
  email: string,
): Promise<{ clientId: string; passwordHash: string } | undefined> {
  return selectPasswordByEmail(executor, email);
}

/** The hash of a client's password. */
export async function findPasswordById(executor: Executor, clientId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('clients')
    .select('passwordHash')
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return row?.passwordHash;
}

/**
 * Whether the password that was verified before the transaction is still the client's, whose row is locked now. A new
 * password set meanwhile has ended everything that the old one gave access to.
 */
export async function isPasswordKept(
  trx: Executor,
  clientId: string,
  verifiedHash: string | undefined,
): Promise<boolean> {
  return (await findPasswordById(trx, clientId)) === verifiedHash;
}

/** Writes the hash of a new password. */
export async function savePassword(trx: Executor, clientId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('clients').set({ passwordHash }).where('clientId', '=', clientId).execute();
}
