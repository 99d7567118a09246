import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const world = await openVerificationWorld();
const { context } = world;
const jpeg = await makePicture('jpeg', 60, 40);
const atOnce = 200;

describe('200 uploads at once', () => {
  test('each is kept once or refused with the time to come back; few are in memory, few on the disk, none stays there', async () => {
    const clients = await Promise.all(Array.from({ length: atOnce }, () => world.client()));
    const { documentCleaner } = context.providers;
    let [inMemory, mostInMemory, onDisk] = [0, 0, 0];
    const folder = join(world.folder, 'incoming');
    context.providers.documentCleaner = {
      clean: (open) =>
        documentCleaner.clean(async () => {
          inMemory += 1;
          mostInMemory = Math.max(mostInMemory, inMemory);
          onDisk = Math.max(onDisk, (await readdir(folder)).length);
          const opened = await open();
          inMemory -= 1;
          return opened;
        }),
    };
    const answers = await Promise.all(clients.map(({ access }) => world.upload(access, front, jpeg)));
    context.providers.documentCleaner = documentCleaner;
    const taken = answers.filter(({ status, body }) => status === 200 && body.success === 1);
    const busy = answers.filter(({ status, codes }) => status === 503 && codes[0] === 'file UPLOADS_BUSY');
    expect(taken.length + busy.length).toBe(atOnce);
    expect(taken.length).toBeGreaterThanOrEqual(2);
    expect(busy.length).toBeGreaterThan(0);
    expect(new Set(busy.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['15']));
    expect(busy[0]?.body.errors[0]?.text).toContain('Send it again');
    expect(mostInMemory).toBeLessThanOrEqual(2);
    expect(onDisk).toBeLessThanOrEqual(60);
    const kept = await context.db
      .selectFrom('documents')
      .select('documentId')
      .where('storedAt', 'is not', null)
      .execute();
    const ids = taken.map(({ body }) => body.document?.id ?? '');
    expect(kept.map(({ documentId }) => documentId).toSorted()).toEqual(ids.toSorted());
    expect(await readdir(folder)).toEqual([]);
    // A client who was refused can upload as soon as there is room.
    const late = clients.find((_client, index) => answers[index]?.status === 503);
    expect((await world.upload(late?.access ?? '', front, jpeg)).codes).toEqual([]);
  });

  test('a client has few places of them, and another one gets in meanwhile', async () => {
    const [greedy, other] = [await world.client(), await world.client()];
    const { documentCleaner } = context.providers;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const full = Promise.withResolvers<void>();
    let waiting = 0;
    context.providers.documentCleaner = {
      clean: async (open) => {
        waiting += 1;
        if (waiting === 4) full.resolve();
        if (waiting <= 4) await released;
        return documentCleaner.clean(open);
      },
    };
    const sides = ['front', 'back', 'selfie', 'front'].map((type) =>
      world.upload(greedy.access, { ...front, type }, jpeg),
    );
    await full.promise;
    expect((await world.upload(greedy.access, front, jpeg)).codes).toEqual(['file UPLOADS_BUSY']);
    expect((await world.upload(other.access, front, jpeg)).codes).toEqual([]);
    release();
    const ended = await Promise.all(sides);
    context.providers.documentCleaner = documentCleaner;
    expect(ended.map(({ codes }) => codes)).toEqual([[], [], [], []]);
  });
});
