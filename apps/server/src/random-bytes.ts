import { randomFillSync } from 'node:crypto';
import type { Randomness } from './context.ts';

const poolSize = 4096;
const pool = Buffer.alloc(poolSize);
let used = poolSize;

/**
 * Unguessable bytes. The system's generator costs as much for a few as for many, so they come from a pool that is
 * refilled when it is empty.
 */
export function randomBytes(length: number): Uint8Array {
  if (length > poolSize) return randomFillSync(new Uint8Array(length));
  if (used + length > poolSize) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = Uint8Array.from(pool.subarray(used, used + length));
  // Overwritten after use, so that they cannot be read again, not even from the program's memory.
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Unguessable text of so many characters that cannot be mistaken for each other. */
export function randomCode(random: Randomness, length: number): string {
  return Array.from(random.bytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}
