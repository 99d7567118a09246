import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { Randomness } from '../context.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Encrypts text for the time it waits in the database. */
export function sealText(key: KeyObject, random: Randomness, text: string): string {
  const nonce = random.bytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/**
 * Decrypts what `sealText` encrypted with one of the keys.
 *
 * @throws when the key is another one or the text was changed
 */
export function openText([key, ...others]: readonly [KeyObject, ...KeyObject[]], sealed: string): string {
  const [next, ...rest] = others;
  if (next === undefined) return open(key, sealed);
  try {
    return open(key, sealed);
  } catch {
    return openText([next, ...rest], sealed);
  }
}

function open(key: KeyObject, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8');
}
