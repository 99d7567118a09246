import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createKeyVault } from './create-vault.ts';
import { firstKey, playKms, secondKey, strangersKey, type KmsFault } from './fixtures/played-kms.ts';
import { createKmsVault } from './kms-vault.ts';

const played = await playKms();
afterAll(() => played.close());
beforeEach(() => {
  played.fault = undefined;
  played.asked = [];
});
const vault = createKmsVault(played.settings);
const key = randomBytes(32);
const settings = {
  DATA_DIR: await mkdtemp(join(tmpdir(), 'causeway-vault-')),
  DOCUMENT_KEYS: 'kms' as const,
  DOCUMENT_KEY_FILE: undefined,
  KMS_KEY: firstKey,
  KMS_PREVIOUS_KEYS: [],
  KMS_ENDPOINT: played.settings.endpoint,
  KMS_ACCESS_KEY_ID: 'AKIAPLAYED',
  KMS_SECRET_KEY: 'played',
};

describe('a key service of a cloud', () => {
  test('closes a key and opens it, and says which of its keys did', async () => {
    const wrapped = await vault.wrap(key);
    expect(wrapped).not.toContain(key.toString('base64url'));
    expect(Buffer.from(await vault.unwrap(wrapped)).equals(key)).toBe(true);
    expect(played.asked).toEqual([`TrentService.Encrypt ${firstKey}`, `TrentService.Decrypt ${firstKey}`]);
    expect(await vault.isCurrent(wrapped)).toBe(true);
  });

  test('opens nothing that was changed, and nothing under a key that the settings do not name', async () => {
    const [mark, of, closed = ''] = (await vault.wrap(key)).split('.');
    const sign = closed.at(-1) === 'A' ? 'B' : 'A';
    await expect(vault.unwrap([mark, of, `${closed.slice(0, -2)}${sign}A`].join('.'))).rejects.toThrow();
    const strangers = await createKmsVault({ ...played.settings, keys: [strangersKey] }).wrap(key);
    played.asked = [];
    await expect(vault.unwrap(strangers)).rejects.toThrow(strangersKey);
    expect(played.asked).toEqual([]);
  });

  test('whose keys change opens what an earlier one closed, until that is taken away', async () => {
    const wrapped = await vault.wrap(key);
    const later = createKmsVault({ ...played.settings, keys: [secondKey, firstKey] });
    expect(Buffer.from(await later.unwrap(wrapped)).equals(key)).toBe(true);
    expect(await later.isCurrent(wrapped)).toBe(false);
    expect(await later.isCurrent(await later.wrap(key))).toBe(true);
    await expect(createKmsVault({ ...played.settings, keys: [secondKey] }).unwrap(wrapped)).rejects.toThrow(firstKey);
  });

  test.each<KmsFault>(['hangs', 'fails', 'half', 'drops the answer'])(
    'that %s gives nothing, and is given up in time',
    { timeout: 90_000 },
    async (fault) => {
      const impatient = createKmsVault({ ...played.settings, timeoutMs: 300 });
      const wrapped = await vault.wrap(key);
      played.fault = fault;
      await expect(impatient.wrap(key)).rejects.toThrow();
      await expect(impatient.unwrap(wrapped)).rejects.toThrow();
    },
  );

  test('whose credentials are others refuses', async () => {
    const credentials = { accessKeyId: 'AKIAOTHER', secretAccessKey: 'other' };
    await expect(createKmsVault({ ...played.settings, credentials }).wrap(key)).rejects.toThrow();
  });

  test('takes over from a file and gives back to it: each opens what the other closed', async () => {
    const file = createKeyVault({ ...settings, DOCUMENT_KEYS: 'file' });
    const service = createKeyVault(settings);
    const [byFile, byService] = [await file.wrap(key), await service.wrap(key)];
    expect(byService.startsWith('kms.')).toBe(true);
    for (const each of [file, service])
      for (const wrapped of [byFile, byService]) expect(Buffer.from(await each.unwrap(wrapped)).equals(key)).toBe(true);
    expect([await file.isCurrent(byFile), await file.isCurrent(byService)]).toEqual([true, false]);
    expect([await service.isCurrent(byFile), await service.isCurrent(byService)]).toEqual([false, true]);
  });
});
