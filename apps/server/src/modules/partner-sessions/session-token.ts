import { createHash } from 'node:crypto';
import type { Randomness } from '../../context.ts';

const secretForm = /^cws(?:t|h)_[A-Za-z0-9_-]{43}$/;

/** A token of a page, `cwst_…`, or what a page has for it, `cwsh_…`: 256 bits that nobody guesses. */
export function makeSecret(random: Randomness, kind: 'cwst' | 'cwsh'): string {
  return `${kind}_${Buffer.from(random.bytes(32)).toString('base64url')}`;
}

export function isSecret(text: string): boolean {
  return secretForm.test(text);
}

/** Tokens and handles are kept as hashes only. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
