import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import { NotOpened, type KeyVault } from './port.ts';

const keyLength = 32;
/** Key wrap of RFC 3394 with its own initial value: it finds a key that was changed. */
const algorithm = 'id-aes256-wrap';
const initial = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');

interface MasterKey {
  /** First signs of the key's hash: which key it is, and nothing of it. */
  id: string;
  bytes: Uint8Array;
}

/**
 * A master key in a file of its owner alone: 32 bytes as base64. One that is not there is made at the first use, by
 * whichever process is first.
 */
export function createFileVault(path: string): KeyVault {
  let reading: Promise<MasterKey> | undefined;
  async function read(): Promise<MasterKey> {
    try {
      return await (reading ??= readMasterKey(path));
    } catch (error) {
      reading = undefined;
      throw error;
    }
  }
  return {
    async wrap(key) {
      refuseWithinTransaction('key vault');
      const master = await read();
      const cipher = createCipheriv(algorithm, master.bytes, initial);
      return `${master.id}.${Buffer.concat([cipher.update(key), cipher.final()]).toString('base64url')}`;
    },
    async unwrap(wrapped) {
      refuseWithinTransaction('key vault');
      const master = await read();
      const [id, sealed = ''] = wrapped.split('.', 2);
      if (id !== master.id) throw new NotOpened(`The key file ${path} holds another master key than ${id}.`);
      const decipher = createDecipheriv(algorithm, master.bytes, initial);
      try {
        return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]);
      } catch (error) {
        throw new NotOpened('A wrapped key was changed.', { cause: error });
      }
    },
    isCurrent: async (wrapped) => wrapped.startsWith(`${(await read()).id}.`),
  };
}

async function readMasterKey(path: string): Promise<MasterKey> {
  if (!existsSync(path)) await makeKeyFile(path);
  const bytes = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (bytes.length !== keyLength) throw new Error(`The key file ${path} must hold 32 bytes as base64.`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}

/** The file has its name only once it is whole: another process may read it at any moment, and this one may die. */
async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(keyLength).toString('base64')}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
}
