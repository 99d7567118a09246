import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { playS3, type S3Fault } from '../../providers/document-store/fixtures/played-s3.ts';
import { createS3Store } from '../../providers/document-store/s3-store.ts';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const played = await playS3();
afterAll(() => played.close());
const world = await openVerificationWorld({
  DOCUMENT_STORE: 's3',
  S3_ENDPOINT: played.settings.endpoint ?? '',
  S3_REGION: played.settings.region,
  S3_BUCKET: played.settings.bucket,
  S3_ACCESS_KEY_ID: played.settings.accessKeyId,
  S3_SECRET_KEY: played.settings.secretAccessKey,
});
const { context } = world;
const { db } = context;
const jpeg = await makePicture('jpeg');
const patient = context.providers.documentStore;
const impatient = createS3Store({ ...played.settings, timeoutMs: 500 });

beforeEach(() => played.objects.clear());

/** What happens while the store has a fault. */
async function during<Result>(fault: S3Fault, act: () => Promise<Result>): Promise<Result> {
  played.fault = fault;
  context.providers.documentStore = impatient;
  try {
    return await act();
  } finally {
    played.fault = undefined;
    context.providers.documentStore = patient;
  }
}

const shown = async (access: string) =>
  (await world.ask('/verification/info', access, { wizard: 'identity' })).body.documents.map(({ id }) => id);
const names = () => [...played.objects.keys()].map((key) => key.replace('documents/', ''));

const openAlarms = async () =>
  (await db.selectFrom('alarms').select('kind').where('clearedAt', 'is', null).execute()).map(({ kind }) => kind);

async function read(access: string, id: string) {
  const url = `/verification/document/${id}`;
  return world.api.inject({ method: 'GET', url, headers: { 'x-authorization': `Bearer ${access}` } });
}

describe('C-23 files lie in a bucket', () => {
  test('sealed, under a name of ours, and are given back and removed', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg, 'UNMISTAKABLE.jpg')).body.document?.id ?? '';
    expect(names()).toEqual([id]);
    const kept = [...played.objects.values()][0]?.toString('latin1') ?? '';
    for (const word of ['UNMISTAKABLE', 'JFIF', '\u00FF\u00D8\u00FF']) expect(kept.slice(0, 4096)).not.toContain(word);
    const served = await read(access, id);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/jpeg']);
    await world.ask('/verification/document/drop', access, { id, wizard: 'identity' });
    await sweepDocuments(context);
    expect(names()).toEqual([]);
  });

  test.each<S3Fault>(['hangs', 'fails', 'drops the answer'])(
    'of a store that %s while a file comes: what was there counts on, the file comes again once, and the rest ends',
    async (fault) => {
      const { access, clientId } = await world.client();
      const first = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      const refused = await during(fault, () => world.upload(access, front, jpeg));
      expect([refused.status, refused.body.errors.map(({ code }) => code)]).toEqual([503, ['TRY_LATER']]);
      expect(await openAlarms()).toEqual(['document_store_away']);
      expect(await shown(access)).toEqual([first]);
      expect((await read(access, first)).statusCode).toBe(200);
      const second = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      expect(await openAlarms()).toEqual([]);
      expect(await shown(access)).toEqual([second]);
      await db
        .updateTable('documents')
        .set({ createdAt: new Date(Date.now() - 2 * 3_600_000) })
        .where('clientId', '=', clientId)
        .where('storedAt', 'is', null)
        .execute();
      await sweepDocuments(context);
      expect(names()).toEqual([second]);
    },
  );

  test.each<S3Fault>(['hangs', 'fails', 'half', 'stalls', 'drops the answer'])(
    'of a store that %s while one is read or ended: nothing of it is served, and it is whole or gone afterwards',
    async (fault) => {
      const { access } = await world.client();
      const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      const half = await during(fault, () => read(access, id));
      expect([half.statusCode, half.headers['content-type']]).toEqual([503, 'application/json; charset=utf-8']);
      expect(await openAlarms()).toEqual(['document_store_away']);
      expect((await read(access, id)).statusCode).toBe(200);
      await world.ask('/verification/document/drop', access, { id, wizard: 'identity' });
      await during(fault, () => sweepDocuments(context));
      await sweepDocuments(context);
      expect(names()).toEqual([]);
      expect((await read(access, id)).statusCode).toBe(404);
    },
  );
});
