import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileVault } from './file-vault.ts';

const folder = await mkdtemp(join(tmpdir(), 'causeway-vault-'));
const key = randomBytes(32);

test('what one process closed another opens, whichever of them made the file', async () => {
  const path = join(folder, 'shared');
  const vaults = Array.from({ length: 40 }, () => createFileVault(path));
  const wrapped = await Promise.all(vaults.map((vault) => vault.wrap(key)));
  for (const text of wrapped) expect(await createFileVault(path).unwrap(text)).toEqual(key);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.startsWith('shared'))).toEqual(['shared']);
});

test('a text with any one bit changed is not opened', async () => {
  const vault = createFileVault(join(folder, 'changed'));
  const [id, sealed = ''] = (await vault.wrap(key)).split('.');
  const bytes = Buffer.from(sealed, 'base64url');
  expect(bytes).toHaveLength(40);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    await expect(vault.unwrap(`${id}.${changed.toString('base64url')}`), `bit ${bit}`).rejects.toThrow();
  }
});

test('another master key is named, not tried', async () => {
  const wrapped = await createFileVault(join(folder, 'one')).wrap(key);
  await expect(createFileVault(join(folder, 'other')).unwrap(wrapped)).rejects.toThrow('holds another master key');
});

test('a file that holds no key is refused', async () => {
  await writeFile(join(folder, 'short'), 'c2hvcnQ=');
  await expect(createFileVault(join(folder, 'short')).wrap(key)).rejects.toThrow('32 bytes');
});
