import { uploadMax, uploadPart } from '@causeway/domain/verification/documents';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { CleanerBusy } from '../../providers/document-cleaner/port.ts';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { verificationAccount } from './verification-account.ts';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
/** A picture with what no reader looks at behind it: three parts and a rest. */
const large = Buffer.concat([await makePicture('jpeg'), Buffer.from('UNMISTAKABLE '.repeat(150_000))]);
const partOf = (offset: number) => large.subarray(offset, offset + uploadPart);
const unknown = '0199d6a0-0000-7000-8000-000000000000';

/** Sends all parts but the rest. @returns the number of the upload, and where the rest begins */
async function sendParts(access: string, fields: Readonly<Record<string, string>> = front) {
  let [upload, received] = ['', 0];
  while (large.length - received > uploadPart) {
    const given = { ...fields, ...(upload !== '' && { upload }), offset: String(received) };
    const { body, codes } = await world.part(access, given, partOf(received));
    expect(codes).toEqual([]);
    [upload, received] = [body.upload, body.received ?? 0];
  }
  return { upload, received };
}

const finish = (access: string, upload: string, received: number) =>
  world.upload(access, { ...front, upload }, large.subarray(received));

/** Everything that the store has, by its names. */
async function listStored(): Promise<string[]> {
  const entries = await readdir(join(world.folder, 'documents'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
const rowOf = (uploadId: string) =>
  db.selectFrom('uploads').selectAll().where('uploadId', '=', uploadId).executeTakeFirst();
const age = (uploadId: string, minutes: number) =>
  db
    .updateTable('uploads')
    .set({ createdAt: new Date(context.clock.now().getTime() - minutes * 60_000) })
    .where('uploadId', '=', uploadId)
    .execute();

describe('C-23g a file that comes in parts', () => {
  test('is judged as a whole, encoded again, and none of its parts stay', async () => {
    const { access } = await world.client();
    const before = await listStored();
    const { upload, received } = await sendParts(access);
    expect(received).toBe(3 * uploadPart);
    const parts = (await listStored()).filter((path) => !before.includes(path));
    expect(parts).toHaveLength(3);
    for (const path of parts) expect((await readFile(path)).toString('latin1')).not.toMatch(/UNMISTAKABLE|JFIF/);
    const { body, codes } = await finish(access, upload, received);
    expect(codes).toEqual([]);
    expect(body.document).toMatchObject({ type: 'front', status: 'new', ext: 'jpg' });
    const served = await world.api.inject({
      url: `/verification/document/${body.document?.id}`,
      headers: { 'x-authorization': `Bearer ${access}` },
    });
    expect((await sharp(served.rawPayload).metadata()).width).toBe(600);
    const left = (await listStored()).filter((path) => !before.includes(path));
    expect(left.map((path) => path.slice(-36))).toEqual([body.document?.id]);
    expect(await rowOf(upload)).toMatchObject({ sealedKey: '', endedAt: expect.any(Date) });
    // What has ended takes nothing more, and ends with no second file.
    expect((await finish(access, upload, received)).status).toBe(404);
  });

  test('goes on where it stopped: what comes twice or from another place is left out', async () => {
    const { access } = await world.client();
    const first = await world.part(access, { ...front, offset: '0' }, partOf(0));
    const { upload } = first.body;
    const again = await world.part(access, { ...front, upload, offset: '0' }, partOf(uploadPart));
    expect(again.body).toMatchObject({ upload, received: uploadPart });
    const ahead = await world.part(access, { ...front, upload, offset: String(2 * uploadPart) }, partOf(0));
    expect(ahead.body.received).toBe(uploadPart);
    for (const offset of [uploadPart, 2 * uploadPart])
      await world.part(access, { ...front, upload, offset: String(offset) }, partOf(offset));
    expect((await finish(access, upload, 3 * uploadPart)).codes).toEqual([]);
  });

  test('is not taken with a hole in it', async () => {
    const { access } = await world.client();
    const { upload } = (await world.part(access, { ...front, offset: '0' }, partOf(0))).body;
    const rest = large.subarray(3 * uploadPart);
    const withHole = await world.upload(access, { ...front, upload, offset: String(3 * uploadPart) }, rest);
    expect(withHole.status).toBe(404);
    for (const offset of [uploadPart, 2 * uploadPart])
      await world.part(access, { ...front, upload, offset: String(offset) }, partOf(offset));
    const whole = await world.upload(access, { ...front, upload, offset: String(3 * uploadPart) }, rest);
    expect([whole.status, whole.codes]).toEqual([200, []]);
  });

  test('whose rest comes three times at once is kept, and no answer is a fault of ours', async () => {
    const { access } = await world.client();
    const { upload, received } = await sendParts(access);
    const answers = await Promise.all([1, 2, 3].map(() => finish(access, upload, received)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });

  test('of the same part at the same time one is written', async () => {
    const { access } = await world.client();
    const { upload } = (await world.part(access, { ...front, offset: '0' }, partOf(0))).body;
    const next = { ...front, upload, offset: String(uploadPart) };
    const answers = await Promise.all([1, 2, 3].map(() => world.part(access, next, partOf(uploadPart))));
    for (const { status, codes, body } of answers)
      expect(status === 503 ? codes : [body.received]).toEqual(status === 503 ? ['file TRY_LATER'] : [2 * uploadPart]);
    await world.part(access, { ...front, upload, offset: String(2 * uploadPart) }, partOf(2 * uploadPart));
    expect((await finish(access, upload, 3 * uploadPart)).codes).toEqual([]);
  });

  test('a part that the store did not take is sent again', async () => {
    const { access } = await world.client();
    const { upload } = (await world.part(access, { ...front, offset: '0' }, partOf(0))).body;
    const next = { ...front, upload, offset: String(uploadPart) };
    const { documentStore } = context.providers;
    context.providers.documentStore = { ...documentStore, put: () => Promise.reject(new Error('The store is away.')) };
    expect((await world.part(access, next, partOf(uploadPart))).status).toBe(503);
    context.providers.documentStore = documentStore;
    expect((await world.part(access, next, partOf(uploadPart))).body.received).toBe(2 * uploadPart);
  });
});

describe('parts of others, and of other places', () => {
  test('are neither continued nor finished, and answer like those that never existed', async () => {
    const [owner, stranger] = [await world.client(), await world.client()];
    const { upload, received } = await sendParts(owner.access);
    for (const id of [upload, unknown]) {
      const given = { ...front, upload: id, offset: String(received) };
      expect((await world.part(stranger.access, given, partOf(0))).status).toBe(404);
      expect((await finish(stranger.access, id, received)).status).toBe(404);
    }
    const otherSide = { ...front, type: 'back', upload };
    expect((await world.part(owner.access, { ...otherSide, offset: String(received) }, partOf(0))).status).toBe(404);
    expect((await world.upload(owner.access, otherSide, large.subarray(received))).status).toBe(404);
    expect((await finish(owner.access, upload, received)).codes).toEqual([]);
  });

  test('after sign-out no part is taken', async () => {
    const { access } = await world.client();
    const { upload, received } = await sendParts(access);
    await world.ask('/logout', access);
    expect((await finish(access, upload, received)).status).toBe(401);
    expect((await world.part(access, { ...front, offset: '0' }, partOf(0))).status).toBe(401);
  });

  test.each([
    ['a level that does not reach', 'email_phone', front, ' WIZARD_LOCKED'],
    ['a wizard without files', 'basic', { wizard: 'basic', type: 'front' }, 'wizard DOCUMENT_TYPE_WRONG'],
    ['a proof in the identity', 'basic', { ...front, type: 'utility' }, 'type DOCUMENT_TYPE_WRONG'],
  ])('none for %s', async (_what, level, fields, expected) => {
    const { access } = await world.client(level);
    expect((await world.part(access, { ...fields, offset: '0' }, partOf(0))).codes).toEqual([expected]);
  });
});

describe('parts have ends', () => {
  test('of length and place: none shorter, none longer, none behind the largest file', async () => {
    const { access } = await world.client();
    const send = (offset: number, length: number) =>
      world.part(access, { ...front, offset: String(offset) }, Buffer.alloc(length, 1));
    expect((await send(0, uploadPart - 1)).codes).toEqual(['file size_small']);
    expect((await send(0, uploadPart + 1)).codes).toEqual(['file size_big']);
    expect((await send(uploadMax, uploadPart)).codes).toEqual(['file size_big']);
    const { upload } = (await send(0, uploadPart)).body;
    await db.updateTable('uploads').set({ received: uploadMax }).where('uploadId', '=', upload).execute();
    expect((await world.upload(access, { ...front, upload }, Buffer.from('x'))).codes).toEqual(['file size_big']);
  });

  test('of number: another for the same side ends the one before, and a client has six places', async () => {
    const { access, clientId } = await world.client();
    const one = (await world.part(access, { ...front, offset: '0' }, partOf(0))).body.upload;
    const two = (await world.part(access, { ...front, offset: '0' }, partOf(0))).body.upload;
    expect(await rowOf(one)).toMatchObject({ sealedKey: '' });
    expect(await rowOf(two)).toMatchObject({ endedAt: null });
    const others = ['a', 'b', 'c', 'd', 'e'].map((walletId, index) => ({
      uploadId: unknown.slice(0, -1) + String(index + 1),
      clientId,
      wizard: 'wallet',
      walletId,
      type: 'front',
      sealedKey: 'x',
      createdAt: context.clock.now(),
    }));
    await db.insertInto('uploads').values(others).execute();
    const full = await world.part(access, { ...front, type: 'back', offset: '0' }, partOf(0));
    expect([full.status, full.codes]).toEqual([503, ['file UPLOADS_BUSY']]);
    // What would have ended by itself holds no place.
    await age(others[0]?.uploadId ?? '', 61);
    expect((await world.part(access, { ...front, type: 'back', offset: '0' }, partOf(0))).codes).toEqual([]);
  });

  test('of all: once they are taken, an abandoned upload makes room, and one that continues does not', async () => {
    const [greedy, other] = [await world.client(), await world.client()];
    const [kept, now] = [await sendParts(other.access), context.clock.now()];
    const idle = new Date(now.getTime() - 61_000);
    const left = Array.from({ length: 200 }, (_unused, index) => ({
      uploadId: unknown.slice(0, -3) + String(index + 100),
      clientId: greedy.clientId,
      wizard: 'wallet',
      walletId: String(index),
      type: 'front',
      sealedKey: 'x',
      createdAt: now,
    }));
    await db.insertInto('uploads').values(left).execute();
    const begin = () => world.part(other.access, { ...front, type: 'back', offset: '0' }, partOf(0));
    expect((await begin()).codes).toEqual(['file UPLOADS_BUSY']);
    await db.updateTable('uploads').set({ createdAt: idle }).where('clientId', '=', greedy.clientId).execute();
    await db.updateTable('uploads').set({ createdAt: idle }).where('uploadId', '=', kept.upload).execute();
    for (let file = 0; file < 3; file += 1) expect((await begin()).codes).toEqual([]);
    // It is as old as they are, and its last part has just come.
    expect(await rowOf(kept.upload)).toMatchObject({ endedAt: null, received: kept.received });
    await db.deleteFrom('uploads').where('clientId', '=', greedy.clientId).execute();
  });

  test('of a network: its many clients have half of the places, and keep no other client out', async () => {
    await db.deleteFrom('uploads').execute();
    const [greedy, other] = [await world.client(), await world.client()];
    const begin = () => world.part(other.access, { ...front, type: 'back', offset: '0' }, partOf(0));
    const { askedFrom } = (await rowOf((await begin()).body.upload)) ?? expect.fail('no row');
    expect(askedFrom).not.toBe('');
    const theirs = (number: number) => ({
      uploadId: unknown.slice(0, -3) + String(number),
      clientId: greedy.clientId,
      wizard: 'wallet',
      walletId: String(number),
      type: 'front',
      askedFrom,
      sealedKey: 'x',
      createdAt: context.clock.now(),
    });
    const take = (numbers: readonly number[]) => db.insertInto('uploads').values(numbers.map(theirs)).execute();
    await take(Array.from({ length: 99 }, (_unused, index) => index + 100));
    // In place of its own before.
    expect((await begin()).codes).toEqual([]);
    await take([199]);
    expect((await begin()).codes).toEqual(['file UPLOADS_BUSY']);
    await db.updateTable('uploads').set({ askedFrom: 'another' }).where('clientId', '=', greedy.clientId).execute();
    expect((await begin()).codes).toEqual([]);
    await db.deleteFrom('uploads').where('clientId', '=', greedy.clientId).execute();
  });

  test('of time: after an hour none is taken, and the sweep leaves nothing in the store', async () => {
    const { access } = await world.client();
    const before = await listStored();
    const { upload, received } = await sendParts(access);
    await age(upload, 61);
    expect((await finish(access, upload, received)).status).toBe(404);
    await age(upload, 63);
    await sweepDocuments(context);
    expect(await rowOf(upload)).toBeUndefined();
    expect((await listStored()).filter((path) => !before.includes(path))).toEqual([]);
  });

  test('a file that is refused ends with its parts; one that had no turn waits with them', async () => {
    const { access } = await world.client();
    const { upload, received } = await sendParts(access);
    const { documentCleaner } = context.providers;
    context.providers.documentCleaner = { clean: () => Promise.reject(new CleanerBusy('full')) };
    expect((await finish(access, upload, received)).codes).toEqual(['file UPLOADS_BUSY']);
    context.providers.documentCleaner = { clean: () => Promise.resolve(undefined) };
    expect((await finish(access, upload, received)).codes).toEqual(['file wrong_type']);
    context.providers.documentCleaner = documentCleaner;
    expect(await rowOf(upload)).toMatchObject({ sealedKey: '' });
    expect((await finish(access, upload, received)).status).toBe(404);
  });

  test('of the account: with it they end', async () => {
    const client = await world.client();
    const { upload } = await sendParts(client.access);
    await db.transaction().execute((trx) => Promise.resolve(verificationAccount.close?.(context, trx, client)));
    expect(await rowOf(upload)).toMatchObject({ sealedKey: '', endedAt: expect.any(Date) });
  });
});
