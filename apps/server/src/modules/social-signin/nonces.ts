import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { insertNonce, spendNonce } from './store.ts';

const lifetimeMs = 10 * 60_000;

/** A number that one token may carry. */
export async function issueNonce({ db, clock, random }: Pick<AppContext, 'db' | 'clock' | 'random'>): Promise<string> {
  const nonce = Buffer.from(random.bytes(32)).toString('base64url');
  await insertNonce(db, hashNonce(nonce), new Date(clock.now().getTime() + lifetimeMs));
  return nonce;
}

/** Uses a number up, in the transaction that signs in: what only asked for more leaves it good. */
export async function useNonce({ clock }: Pick<AppContext, 'clock'>, trx: Executor, nonce: string): Promise<boolean> {
  return spendNonce(trx, hashNonce(nonce), clock.now());
}

function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}
