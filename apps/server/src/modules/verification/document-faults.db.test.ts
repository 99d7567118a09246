import { describe, expect, test } from 'vitest';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
const { documentStore } = context.providers;
const jpeg = await makePicture('jpeg');
const dies = () => Promise.reject(new Error('The process ends here.'));

/** What ends at one step of the store, as if the process had been killed there. */
async function dyingAt<Result>(step: Partial<typeof documentStore>, act: () => Promise<Result>): Promise<Result> {
  context.providers.documentStore = { ...documentStore, ...step };
  try {
    return await act();
  } finally {
    context.providers.documentStore = documentStore;
  }
}

const shown = async (access: string) =>
  (await world.ask('/verification/info', access, { wizard: 'identity' })).body.documents.map(({ id }) => id);
const rowsOf = (clientId: string) =>
  db.selectFrom('documents').selectAll().where('clientId', '=', clientId).orderBy('documentId').execute();
const letTimePass = (clientId: string) =>
  db
    .updateTable('documents')
    .set({ createdAt: new Date(Date.now() - 2 * 3_600_000) })
    .where('clientId', '=', clientId)
    .where('storedAt', 'is', null)
    .execute();
const stored = async (id: string) => (await documentStore.get(id)) !== undefined;

const steps = {
  'before the store has the file': { put: dies },
  'between store and row': {
    put: async (name: string, bytes: Uint8Array) => {
      await documentStore.put(name, bytes);
      return dies();
    },
  },
} as const;

describe('a process that ends during an upload', () => {
  test.each(Object.entries(steps))(
    '%s: what was there before still counts, the file comes again, and the rest ends',
    async (_name, step) => {
      const { access, clientId } = await world.client();
      const first = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      expect((await dyingAt(step, () => world.upload(access, front, jpeg))).status).toBe(503);
      expect(await shown(access)).toEqual([first]);
      const second = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      expect(await shown(access)).toEqual([second]);
      await letTimePass(clientId);
      await sweepDocuments(context);
      const rows = await rowsOf(clientId);
      expect(rows.filter(({ sealedKey }) => sealedKey !== '').map(({ documentId }) => documentId)).toEqual([second]);
      for (const { documentId } of rows) expect(await stored(documentId)).toBe(documentId === second);
    },
  );
});

describe('a process that ends while a file ends', () => {
  const removals = {
    'between the key and the file': { remove: dies },
    'between the file and its row': {
      remove: async (name: string) => {
        await documentStore.remove(name);
        return dies();
      },
    },
  } as const;

  test.each(Object.entries(removals))(
    '%s: no reader opens it any more, and the next sweep ends the rest',
    async (_name, step) => {
      const { access, clientId } = await world.client();
      const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
      await world.ask('/verification/document/drop', access, { id, wizard: 'identity' });
      await dyingAt(step, () => sweepDocuments(context));
      const [row] = await rowsOf(clientId);
      expect([row?.sealedKey, row?.destroyedAt, row?.storedAt]).toEqual(['', expect.any(Date), expect.any(Date)]);
      expect(await shown(access)).toEqual([]);
      await sweepDocuments(context);
      expect(await stored(id)).toBe(false);
      expect((await rowsOf(clientId))[0]?.storedAt).toBeNull();
      const proofs = await db.selectFrom('destroyedKeys').select('reason').where('documentId', '=', id).execute();
      expect(proofs).toEqual([{ reason: 'dropped' }]);
    },
  );

  test('a key is never ended without its proof, nor proven without its end', async () => {
    const { access, clientId } = await world.client();
    const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
    const drop = () => world.ask('/verification/document/drop', access, { id, wizard: 'identity' });
    const { random } = context;
    // The proof's own number comes last: without it the transaction ends there.
    context.random = {
      ...random,
      bytes: () => {
        throw new Error('The process ends here.');
      },
    };
    expect((await drop()).status).toBe(500);
    context.random = random;
    const [row] = await rowsOf(clientId);
    expect(row?.destroyedAt).toBeNull();
    expect(await db.selectFrom('destroyedKeys').select('reason').where('documentId', '=', id).execute()).toEqual([]);
    expect((await drop()).codes).toEqual([]);
  });
});
