import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { playS3, type S3Fault } from './fixtures/played-s3.ts';
import { createS3Store } from './s3-store.ts';

const played = await playS3();
afterAll(() => played.close());
beforeEach(() => {
  played.fault = undefined;
  played.objects.clear();
});
const store = createS3Store(played.settings);
const impatient = createS3Store({ ...played.settings, timeoutMs: 300 });
const bytes = Buffer.alloc(200_000, 7);

describe('a bucket behind S3’s interface', () => {
  test('takes a file under a name of ours, gives it back, and removes it, also twice', async () => {
    const name = randomUUID();
    expect(await store.get(name)).toBeUndefined();
    await store.put(name, bytes);
    await store.put(name, bytes);
    expect([...played.objects.keys()]).toEqual([`documents/${name}`]);
    expect(Buffer.from((await store.get(name)) ?? []).equals(bytes)).toBe(true);
    await store.remove(name);
    await store.remove(name);
    expect(played.objects.size).toBe(0);
  });

  const faults: S3Fault[] = ['hangs', 'fails', 'half', 'stalls', 'drops the answer'];
  test.each(faults)('that %s gives nothing, and is given up in time', { timeout: 10_000 }, async (fault) => {
    const name = randomUUID();
    await store.put(name, bytes);
    played.fault = fault;
    await expect(impatient.get(name)).rejects.toThrow();
  });

  test.each<S3Fault>(['hangs', 'fails', 'drops the answer'])(
    'that %s has taken nothing for certain, and is given up in time',
    { timeout: 10_000 },
    async (fault) => {
      played.fault = fault;
      await expect(impatient.put(randomUUID(), bytes)).rejects.toThrow();
      await expect(impatient.remove(randomUUID())).rejects.toThrow();
    },
  );

  test('whose keys are others refuses', async () => {
    const stranger = createS3Store({ ...played.settings, accessKeyId: 'AKIAOTHER' });
    await expect(stranger.put(randomUUID(), bytes)).rejects.toThrow();
    expect(played.objects.size).toBe(0);
  });
});
