import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Randomness } from '../../context.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Closes a file under a key of its own. Its name is bound in, so that no file passes for another. */
export function sealBytes(key: Uint8Array, random: Randomness, name: string, bytes: Uint8Array): Buffer {
  const nonce = random.bytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** @throws when the key or the name is another one, or a bit was changed */
export function openBytes(key: Uint8Array, name: string, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}
