import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file that was sent, waiting on the disk for its turn. */
export interface Spooled {
  size: number;
  /** It was longer than it may be: the rest was not kept. */
  isTooLong: boolean;
  read(): Promise<Buffer>;
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
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      // The rest is read and thrown away, so that the sender hears the answer.
      done(null, size > most ? undefined : chunk);
    },
  });
  const remove = () => rm(path, { force: true });
  try {
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    await pipeline(source, counter, cipher, file);
  } catch (error) {
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
    remove,
  };
}

const waiting: (() => void)[] = [];
let isRunning = false;

/**
 * Hands on what is sent one piece in a turn of the event loop, whoever sent it: however many files come at once, what
 * others ask for is answered in between.
 */
export function pace(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(() => done(null, chunk));
      if (isRunning) return;
      isRunning = true;
      setImmediate(handOn);
    },
  });
}

function handOn(): void {
  waiting.shift()?.();
  isRunning = waiting.length > 0;
  if (isRunning) setImmediate(handOn);
}
