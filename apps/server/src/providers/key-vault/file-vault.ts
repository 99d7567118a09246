import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Randomness } from '../../context.ts';
import { openText, sealText } from '../../secrets/seal-text.ts';
import type { KeyVault } from './port.ts';

const keyLength = 32;

interface MasterKey {
  /** First signs of the key's hash: tells which key, and nothing of it. */
  id: string;
  key: KeyObject;
}

/**
 * A master key in a file of its owner alone: 32 bytes as base64. One that is not there is made at the first use, by whichever
 * process is first.
 */
export function createFileVault(path: string, random: Randomness): KeyVault {
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
      const master = await read();
      return `${master.id}.${sealText(master.key, random, Buffer.from(key).toString('base64'))}`;
    },
    async unwrap(wrapped) {
      const master = await read();
      const [id, sealed = ''] = wrapped.split('.', 2);
      if (id !== master.id) throw new Error(`The key file ${path} holds another master key than ${id}.`);
      return Buffer.from(openText([master.key], sealed), 'base64');
    },
  };
}

async function readMasterKey(path: string): Promise<MasterKey> {
  await makeKeyFile(path);
  const bytes = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (bytes.length !== keyLength) throw new Error(`The key file ${path} must hold 32 bytes as base64.`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), key: createSecretKey(bytes) };
}

async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(`${randomBytes(keyLength).toString('base64')}\n`);
    await file.sync();
    await file.close();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
