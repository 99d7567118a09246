import { createCipheriv, createDecipheriv, type CipherGCM, type DecipherGCM } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Randomness } from '../../context.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
/** Most bytes in one turn of the event loop: a large file must not delay other requests. */
const sliceLength = 256 * 1024;

/** Closes a file under a key of its own. Its name is bound in, so that no file passes for another. */
export async function sealBytes(key: Uint8Array, random: Randomness, name: string, bytes: Uint8Array): Promise<Buffer> {
  const nonce = random.bytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(name));
  const sealed = Buffer.allocUnsafe(nonceLength + tagLength + bytes.length);
  await passThrough(cipher, bytes, sealed.subarray(nonceLength + tagLength));
  sealed.set(nonce, 0);
  sealed.set(cipher.getAuthTag(), nonceLength);
  return sealed;
}

/** @throws when the key or the name is another one, or a bit was changed */
export async function openBytes(key: Uint8Array, name: string, sealed: Uint8Array): Promise<Buffer> {
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  const body = sealed.subarray(nonceLength + tagLength);
  const opened = Buffer.allocUnsafe(body.length);
  await passThrough(decipher, body, opened);
  return opened;
}

/** This mode changes no length: each slice goes to where it came from. */
async function passThrough(cipher: CipherGCM | DecipherGCM, from: Uint8Array, to: Buffer): Promise<void> {
  for (let at = 0; at < from.length; at += sliceLength) {
    to.set(cipher.update(from.subarray(at, at + sliceLength)), at);
    if (at + sliceLength < from.length) await nextTurn();
  }
  cipher.final();
}
