import { fileHead } from '@causeway/domain/verification/file-kind';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SealedFile } from '../providers/document-cleaner/port.ts';

/** A file that was sent, waiting on the disk for its turn. */
export interface Spooled {
  size: number;
  /** It was longer than it may be: the rest was not kept. */
  isTooLong: boolean;
  read(): Promise<Buffer>;
  /** Its first bytes and where it waits, for who reads it elsewhere; none for one that is in several places. */
  waiting?: { head: Uint8Array; sealed: SealedFile };
  remove(): Promise<void>;
}

/**
 * Writes what is sent to a file as it comes, under a key that only this process has and that ends with it: memory does
 * not grow with uploads, and no disk ever holds the words of a document.
 */
export async function spool(folder: string, source: Readable, most: number): Promise<Spooled> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [key, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const path = join(folder, randomBytes(16).toString('hex'));
  const head = Buffer.alloc(fileHead);
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < head.length) chunk.copy(head, size);
      size += chunk.length;
      // The rest is read and thrown away, so that the sender hears the answer.
      done(null, size > most ? undefined : chunk);
    },
  });
  const remove = () => rm(path, { force: true });
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  try {
    await pipeline(source, counter, cipher, file);
  } catch (error) {
    // Until it is closed, the file may still be about to be created.
    if (!file.closed) await once(file, 'close');
    await remove();
    throw error;
  }
  return {
    size,
    isTooLong: size > most,
    read: async () => {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(cipher.getAuthTag());
      const bytes = Buffer.allocUnsafe(Math.min(size, most));
      let at = 0;
      await pipeline(createReadStream(path), decipher, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) at += chunk.copy(bytes, at);
      });
      return bytes.subarray(0, at);
    },
    waiting: { head, sealed: { path, key, nonce, tag: cipher.getAuthTag() } },
    remove,
  };
}

/** A file waits for seconds; what is older than this many milliseconds was left by a process that was killed. */
const abandonedMs = 3_600_000;

/** Removes files whose process has ended: their key ended with it, so they cannot be read any more. */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    // Other processes may share the folder, and remove their own meanwhile.
    const changed = await stat(path).catch(() => undefined);
    if (changed && changed.mtimeMs < Date.now() - abandonedMs) await rm(path, { force: true });
  }
}
