import { PDFDocument } from '@cantoo/pdf-lib';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { withClient } from '@causeway/testing/with-client';
import { describe, expect, test, vi } from 'vitest';
import { uploadMax } from '@causeway/domain/verification/documents';
import { blueHeic } from '../../providers/document-cleaner/fixtures/heic.ts';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { verificationAccount } from './verification-account.ts';
import { front, makePicture, openVerificationWorld } from './fixtures/verification-world.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
const jpeg = await makePicture('jpeg');
const pngPicture = await makePicture('png');

/** Every file under the folder of the server, with what is in it. */
async function listFiles(): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(world.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (name) => ({ name, text: (await readFile(name)).toString('latin1') })));
}

async function read(access: string, id: string) {
  return world.api.inject({
    method: 'GET',
    url: `/verification/document/${id}`,
    headers: { 'x-authorization': `Bearer ${access}` },
  });
}

describe('C-23 7-44 7-61 A-082 a file is taken', () => {
  test('as a JPG, encoded again: what a camera wrote beside the picture is gone', async () => {
    const { access } = await world.client();
    const { body } = await world.upload(access, front, jpeg, '../../etc/passwd\r\nx: y.jpg');
    expect(body).toMatchObject({
      success: 1,
      document: { type: 'front', filename: 'front.jpg', status: 'new', ext: 'jpg', comment: '' },
    });
    const served = await read(access, body.document?.id ?? '');
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${body.document?.id}.jpg"`,
    });
    const { width, exif } = await sharp(served.rawPayload).metadata();
    expect([width, exif]).toEqual([600, undefined]);
    expect(served.rawPayload.toString('latin1')).not.toContain('UNMISTAKABLE');
  });

  test('as a PNG, which becomes a JPG', async () => {
    const { access } = await world.client();
    const { body } = await world.upload(access, front, await makePicture('png'));
    expect(body.document?.ext).toBe('jpg');
  });

  test('as a HEIC, which becomes a JPG of the same picture', async () => {
    const { access } = await world.client();
    const { body, codes } = await world.upload(access, front, blueHeic, 'IMG_0001.HEIC');
    expect(codes).toEqual([]);
    const served = await read(access, body.document?.id ?? '');
    const picture = sharp(served.rawPayload);
    expect(await picture.metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
    const [red, green, blue] = (await picture.stats()).channels.map(({ mean }) => Math.round(mean / 16));
    expect([red, green, blue]).toEqual([2, 6, 13]);
  });

  test('as a PDF: its pages are drawn, and its scripts, words and attachments are gone', async () => {
    const source = await PDFDocument.create();
    source.addPage([300, 400]).drawText('UNMISTAKABLE');
    source.addPage([300, 400]);
    source.addJavaScript('x', 'app.alert("UNMISTAKABLE")');
    await source.attach(Buffer.from('UNMISTAKABLE'), 'x.txt');
    const { access } = await world.client('identity');
    const { body, codes } = await world.upload(
      access,
      { wizard: 'address', type: 'utility' },
      await source.save(),
      'bill.pdf',
    );
    expect(codes).toEqual([]);
    const served = await read(access, body.document?.id ?? '');
    expect(served.headers['content-type']).toBe('application/pdf');
    const made = await PDFDocument.load(served.rawPayload);
    expect(made.getPageCount()).toBe(2);
    const text = served.rawPayload.toString('latin1');
    for (const word of ['UNMISTAKABLE', '/JavaScript', '/EmbeddedFile', '/OpenAction', '/BaseFont'])
      expect(text).not.toContain(word);
  });

  test('5-21 5-22 one for each side; another before it was sent takes its place, and the key of the first ends', async () => {
    const { access } = await world.client();
    const first = (await world.upload(access, front, jpeg)).body.document;
    const second = (await world.upload(access, front, jpeg)).body.document;
    const info = await world.ask('/verification/info', access, { wizard: 'identity' });
    expect(info.body.documents.map(({ id }) => id)).toEqual([second?.id]);
    expect((await read(access, first?.id ?? '')).statusCode).toBe(404);
    const proof = await db
      .selectFrom('destroyedKeys')
      .selectAll()
      .where('documentId', '=', first?.id ?? '')
      .executeTakeFirst();
    expect(proof).toMatchObject({ reason: 'replaced', keySha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('5-21 C-24 7-43 a proof of address blocks another until it is removed', async () => {
    const { access } = await world.client('identity');
    const made = await world.upload(access, { wizard: 'address', type: 'utility' }, jpeg);
    const again = await world.upload(access, { wizard: 'address', type: 'tax_return' }, jpeg);
    expect(again.codes).toEqual(['file DOCUMENT_LOCKED']);
    const dropped = await world.ask('/verification/document/drop', access, {
      id: made.body.document?.id ?? '',
      wizard: 'address',
    });
    expect(dropped.body).toMatchObject({ success: 1, documents: [] });
    expect((await world.upload(access, { wizard: 'address', type: 'tax_return' }, jpeg)).codes).toEqual([]);
  });

  test.each([
    ['a level that does not reach', 'email_phone', front, ' WIZARD_LOCKED'],
    ['a wizard that is done', 'identity', front, ' WIZARD_LOCKED'],
    [
      'a side that the paper lacks',
      'basic',
      { ...front, document_type: 'international_passport', type: 'back' },
      'type DOCUMENT_TYPE_WRONG',
    ],
    ['a proof in the identity', 'basic', { ...front, type: 'utility' }, 'type DOCUMENT_TYPE_WRONG'],
    ['a wizard without files', 'basic', { wizard: 'basic', type: 'front' }, 'wizard DOCUMENT_TYPE_WRONG'],
    [
      '5-17 a day in the future',
      'basic',
      { ...front, document_date: '2999-01-01' },
      'document_date DOCUMENT_DATE_WRONG',
    ],
    ['5-18 a paper that ran out', 'basic', { ...front, expiry_date: '2001-01-01' }, 'expiry_date DOCUMENT_EXPIRED'],
  ])('not for %s', async (_what, level, fields, expected) => {
    const { access } = await world.client(level);
    expect((await world.upload(access, fields, jpeg)).codes).toEqual([expected]);
  });

  test('a card of another is not there', async () => {
    const { access } = await world.client();
    const answer = await world.upload(access, { wizard: 'wallet', type: 'front', wallet_id: 'tok_of_another' }, jpeg);
    expect(answer.status).toBe(404);
  });
});

test('F15 with the first file of a wizard its client agrees, in the words beside the places and the language of the page', async () => {
  const { access, clientId } = await world.client();
  for (const type of ['front', 'back', 'front'])
    expect((await world.upload(access, { ...front, type }, jpeg)).codes).toEqual([]);
  const rows = await db
    .selectFrom('consents')
    .innerJoin('consentTexts', 'consentTexts.textSha256', 'consents.textSha256')
    .select(['purpose', 'subject', 'isGiven', 'consents.language', 'words'])
    .where('clientId', '=', clientId)
    .where('purpose', '=', 'documents')
    .execute();
  expect(rows).toEqual([
    {
      purpose: 'documents',
      subject: 'identity',
      isGiven: true,
      language: 'en',
      words: expect.stringContaining('kept sealed'),
    },
  ]);
});

describe('files that lie', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const png = pngPicture;
  /** A PNG that says to be 30 000 by 30 000. */
  const huge = Buffer.from(png);
  huge.writeUInt32BE(30_000, 16);
  huge.writeUInt32BE(30_000, 20);
  const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*');
  test.each([
    ['5-19 zero bytes', Buffer.alloc(0), 'size_small'],
    ['a byte too many', Buffer.alloc(uploadMax + 1, 0xff), 'size_big'],
    ['a script in SVG called JPG', svg, 'wrong_type'],
    ['a page called JPG', Buffer.from('<!doctype html><script>alert(1)</script>'), 'wrong_type'],
    ['an archive', Buffer.from('PK\u0003\u0004 not a picture'), 'wrong_type'],
    ['EICAR', eicar, 'wrong_type'],
    ['a picture of 900 megapixels', huge, 'wrong_type'],
    ['a picture that breaks off', jpeg.subarray(0, 300), 'wrong_type'],
    ['the head of a JPG and nothing else', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'wrong_type'],
    ['the head of a PDF and nothing else', Buffer.from('%PDF-1.7\n'), 'wrong_type'],
    ['the head of a HEIC and nothing else', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1'), 'wrong_type'],
  ])('%s is refused, and nothing of it is kept', async (_what, bytes, code) => {
    const { access, clientId } = await world.client();
    expect((await world.upload(access, front, bytes)).codes).toEqual([`file ${code}`]);
    expect(await db.selectFrom('documents').select('documentId').where('clientId', '=', clientId).execute()).toEqual(
      [],
    );
  });

  test('A-077 a selfie is a picture, never a PDF', async () => {
    const source = await PDFDocument.create();
    source.addPage([300, 400]);
    const { access } = await world.client();
    expect((await world.upload(access, { ...front, type: 'selfie' }, await source.save())).codes).toEqual([
      'file wrong_type',
    ]);
  });

  test('a JPG with a page and an archive behind it comes out as the picture alone', async () => {
    const both = Buffer.concat([jpeg, Buffer.from('<script>UNMISTAKABLE</script>PK\u0003\u0004')]);
    const { access } = await world.client();
    const { body } = await world.upload(access, front, both);
    expect((await read(access, body.document?.id ?? '')).rawPayload.toString('latin1')).not.toContain('UNMISTAKABLE');
  });

  test('a PDF of too many pages is refused', async () => {
    const source = await PDFDocument.create();
    for (let page = 0; page < 31; page += 1) source.addPage([100, 100]);
    const { access } = await world.client('identity');
    const answer = await world.upload(access, { wizard: 'address', type: 'utility' }, await source.save());
    expect(answer.codes).toEqual(['file wrong_type']);
  });
});

describe('documents of others', () => {
  test('are neither read nor dropped, and answer like those that never existed', async () => {
    const [owner, stranger] = [await world.client(), await world.client()];
    const id = (await world.upload(owner.access, front, jpeg)).body.document?.id ?? '';
    const unknown = '0199d6a0-0000-7000-8000-000000000000';
    const bodies = await Promise.all(
      [id, unknown].map(async (one) => (await read(stranger.access, one)).body.replace(/"request_id":"[^"]*"/, '')),
    );
    expect(bodies[0]).toBe(bodies[1]);
    for (const one of [id, unknown])
      expect(
        (await world.ask('/verification/document/drop', stranger.access, { id: one, wizard: 'identity' })).status,
      ).toBe(404);
    expect((await read(owner.access, id)).statusCode).toBe(200);
  });

  test('every look is written down', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
    await read(access, id);
    const rows = await db
      .selectFrom('documentReads')
      .select(['reader', 'reason'])
      .where('documentId', '=', id)
      .execute();
    expect(rows).toEqual([{ reader: 'client', reason: 'asked by its owner' }]);
  });

  test('an hour after its upload no session of a client opens a file: who steals one gets no papers', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
    const age = (minutes: number) =>
      db
        .updateTable('documents')
        .set({ createdAt: new Date(context.clock.now().getTime() - minutes * 60_000) })
        .where('documentId', '=', id)
        .execute();
    await age(59);
    expect((await read(access, id)).statusCode).toBe(200);
    await age(61);
    expect((await read(access, id)).statusCode).toBe(404);
    const looks = await db.selectFrom('documentReads').select('reader').where('documentId', '=', id).execute();
    expect(looks).toHaveLength(1);
  });

  test('after sign-out nothing is served', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
    await world.ask('/logout', access);
    expect((await read(access, id)).statusCode).toBe(401);
  });
});

describe('what lies on the disk', () => {
  test('holds no picture, no name and nothing that waited', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg, 'UNMISTAKABLE.jpg')).body.document?.id ?? '';
    // Sealed bytes look random: a word of three would be met by chance.
    const begin = (await read(access, id)).rawPayload.toString('latin1', 0, 16);
    expect(begin).toMatch(/^\u00FF\u00D8\u00FF/);
    const files = await listFiles();
    expect(files.some(({ name }) => name.endsWith(id))).toBe(true);
    for (const { name, text } of files) {
      expect(name).not.toContain('incoming');
      for (const word of ['UNMISTAKABLE', 'JFIF', begin]) expect(text.slice(0, 4096)).not.toContain(word);
    }
  });

  test('a file whose bits were changed, or that stands in for another, is not opened', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
    const sealed = await context.providers.documentStore.get(id);
    const changed = Buffer.from(sealed ?? []);
    changed.writeUInt8(changed.readUInt8(100) ^ 1, 100);
    await context.providers.documentStore.put(id, changed);
    expect((await read(access, id)).statusCode).toBe(500);
  });
});

describe('the end of a file', () => {
  test('what its owner drops is gone from the store with the next sweep', async () => {
    const { access } = await world.client();
    const id = (await world.upload(access, front, jpeg)).body.document?.id ?? '';
    await world.ask('/verification/document/drop', access, { id, wizard: 'identity' });
    await sweepDocuments(context);
    expect(await context.providers.documentStore.get(id)).toBeUndefined();
    await sweepDocuments(context);
  });

  test('an upload that broke off before it counted leaves nothing', async () => {
    const { access, clientId } = await world.client();
    const { put } = context.providers.documentStore;
    const kept: string[] = [];
    context.providers.documentStore.put = async (name, bytes) => {
      await put(name, bytes);
      kept.push(name);
      throw new Error('The process ends here.');
    };
    try {
      expect((await world.upload(access, front, jpeg)).status).toBe(503);
    } finally {
      context.providers.documentStore.put = put;
    }
    expect((await world.ask('/verification/info', access, { wizard: 'identity' })).body.documents).toEqual([]);
    await db
      .updateTable('documents')
      .set({ createdAt: new Date(Date.now() - 2 * 3_600_000) })
      .where('clientId', '=', clientId)
      .execute();
    await sweepDocuments(context);
    expect(await context.providers.documentStore.get(kept[0] ?? '')).toBeUndefined();
    expect((await world.upload(access, front, jpeg)).codes).toEqual([]);
  });

  test('what is submitted while others are ended stays', async () => {
    const clients = [await world.client(), await world.client()];
    const ids: string[] = [];
    for (const { access } of clients)
      for (const type of ['front', 'back', 'selfie'])
        ids.push((await world.upload(access, { ...front, type }, jpeg)).body.document?.id ?? '');
    const createdAt = new Date(Date.now() - 40 * 24 * 3_600_000);
    await db.updateTable('documents').set({ createdAt }).where('documentId', 'in', ids).execute();
    const isEnded = async () => {
      const rows = db.selectFrom('documents').select(['documentId', 'destroyedAt']).where('documentId', 'in', ids);
      return (await rows.orderBy('documentId').execute()).map(({ destroyedAt }) => destroyedAt !== null);
    };
    let sweep = Promise.resolve();
    await withClient(world.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query('select from documents where document_id = $1 for update', [ids[0]]);
      sweep = sweepDocuments(world.jobContext);
      const isWaiting = async () => (await client.query('select from pg_locks where not granted')).rowCount !== 0;
      await vi.waitUntil(isWaiting);
      const submitted = { wizard: 'identity', document_type: 'id_card' };
      expect((await world.ask('/verification/update', clients[1]?.access ?? '', submitted)).codes).toEqual([]);
      await client.query('commit');
    });
    await sweep;
    expect(await isEnded()).toEqual([true, true, true, false, false, false]);
  });

  test('with the account go what was never sent, and with its time all else', async () => {
    const client = await world.client();
    const id = (await world.upload(client.access, front, jpeg)).body.document?.id ?? '';
    await db.transaction().execute((trx) => Promise.resolve(verificationAccount.close?.(context, trx, client)));
    const row = await db.selectFrom('destroyedKeys').select('reason').where('documentId', '=', id).executeTakeFirst();
    expect(row?.reason).toBe('account closed');
  });
});
