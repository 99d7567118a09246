import { PDFDocument } from '@cantoo/pdf-lib';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { openDocument } from '../documents/open-document.ts';
import { findDocument } from '../documents/store.ts';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { addDesk } from '../operators/fixtures/change-operators.ts';
import { front, openVerificationWorld } from '../verification/fixtures/verification-world.ts';
import { approveCase, askAgain } from './decide-case.ts';
import { OperatorFault } from '../operators/record-action.ts';
import { readCaseDocument, showDocument } from './read-case.ts';
import { claimCase, commentDocument } from './review-cases.ts';

const previousTemporary = process.env['TMPDIR'];
const temporary = await mkdtemp(join(tmpdir(), 'causeway-words-'));
process.env['TMPDIR'] = temporary;
const lines: string[] = [];
const world = await openVerificationWorld({ LOG_LEVEL: 'debug' }, { write: (line) => void lines.push(line) });
const { context } = world;
afterAll(async () => {
  if (previousTemporary === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = previousTemporary;
  await rm(temporary, { recursive: true, force: true });
});

const word = 'UNMISTAKABLE';
const operator = 'Grace';

/** Noise, so that bytes of the kept picture are found nowhere by chance; with the word beside it. */
async function makeNoise(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#000', noise } })
    .jpeg()
    .withExif({ IFD0: { Copyright: word, Artist: word } })
    .toBuffer();
}

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<{ name: string; text: string }[]> {
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const dumped: { name: string; text: string }[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string }>(`select one::text as text from ${name} one`);
    dumped.push({ name, text: rows.map(({ text }) => text).join('\n') });
  }
  await owner.end();
  return dumped;
}

async function readFiles(folder: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(names.map(async (name) => ({ name, text: (await readFile(name)).toString('latin1') })));
}

/** A text as it is, and as text of the usual forms of bytes. */
const formsOf = (bytes: Buffer) => [
  bytes.toString('latin1'),
  bytes.toString('hex'),
  bytes.toString('base64').slice(4, -4),
];

async function open(documentId: string): Promise<Buffer> {
  const document = await findDocument(context.db, documentId);
  const bytes = document && (await openDocument(context, document, { reader: operator, reason: 'a test' }));
  if (bytes === undefined) throw new Error('The document is gone.');
  return bytes;
}

test('after uploads, refusals, reviews and a copy of the data no word of a document is in the database, on the disk or in the log', async () => {
  const client = await world.client();
  const { access, clientId } = client;
  await savePassword(context.db, clientId, await hashPassword('correct horse battery'));
  const ids: string[] = [];
  for (const type of ['front', 'back', 'selfie']) {
    const { body } = await world.upload(access, { ...front, type }, await makeNoise(), `${word}.jpg`);
    ids.push(body.document?.id ?? '');
  }
  const broken = Buffer.concat([(await makeNoise()).subarray(0, 400), Buffer.from(word)]);
  expect((await world.upload(access, front, broken, `${word}.jpg`)).codes).toEqual(['file wrong_type']);
  const { put } = context.providers.documentStore;
  context.providers.documentStore.put = async () => Promise.reject(new Error('The store is away.'));
  expect((await world.upload(access, front, await makeNoise(), `${word}.jpg`)).status).toBe(503);
  context.providers.documentStore.put = put;
  await world.ask('/verification/update', access, { wizard: 'identity', document_type: 'id_card' });
  const { verificationId: caseId } = await context.db
    .selectFrom('verifications')
    .select('verificationId')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  await claimCase(context, { caseId, operator });
  const shown = await mkdtemp(join(tmpdir(), 'causeway-shown-'));
  await showDocument(context, {
    documentId: ids[0] ?? '',
    operator,
    reason: 'a review',
    file: join(shown, 'front.jpg'),
  });
  await rm(shown, { recursive: true });
  const deskKey = await addDesk(world, operator);
  for (const [path, id] of [
    ['cases/read', caseId],
    ['documents/read', ids[0] ?? ''],
  ] as const) {
    const { statusCode } = await world.api.inject({
      method: 'POST',
      url: `/operator/${path}`,
      headers: { 'x-authorization': `Bearer ${deskKey}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ id, reason: 'a review' }).toString(),
    });
    expect(statusCode, path).toBe(200);
  }
  await commentDocument(context, { documentId: ids[0] ?? '', comment: `${word}: too dark`, operator });
  await askAgain(context, { caseId, operator });

  const other = await world.client('identity');
  const source = await PDFDocument.create();
  source.addPage([300, 400]).drawText(word);
  source.setTitle(word);
  const address = { wizard: 'address', type: 'utility' };
  const paper = (await world.upload(other.access, address, await source.save(), `${word}.pdf`)).body.document?.id ?? '';
  await world.ask('/verification/update', other.access, { wizard: 'address' });
  const second = await context.db
    .selectFrom('verifications')
    .select('verificationId')
    .where('clientId', '=', other.clientId)
    .executeTakeFirstOrThrow();
  await claimCase(context, { caseId: second.verificationId, operator });
  await approveCase(context, { caseId: second.verificationId, operator });
  await world.ask('/client/data_export/new', access);
  await world.work();
  await sweepDocuments(context);

  const pictures = await Promise.all([...ids, paper].map(open));
  // The words are there for who may open them: a search that finds nothing has looked for something.
  expect(pictures.every((bytes) => bytes.length > 1000)).toBe(true);
  const traces = [...formsOf(Buffer.from(word)), ...pictures.flatMap((bytes) => formsOf(bytes.subarray(700, 760)))];
  const dumped = await dumpDatabase();
  expect(dumped.find(({ name }) => name === 'public.documents')?.text).toContain(ids[0]);
  const files = [...(await readFiles(world.folder)), ...(await readFiles(temporary))];
  expect(files.some(({ name }) => name.endsWith(ids[0] ?? ''))).toBe(true);
  expect(lines.some((line) => line.includes('request failed'))).toBe(true);
  const places = [...dumped, ...files, { name: 'the log', text: lines.join('') }];
  const found = places.filter(({ name, text }) => traces.some((trace) => text.includes(trace) || name.includes(word)));
  expect(found.map(({ name }) => name)).toEqual([]);
});

// As a restore finds it: the row is of the copy, and what is apart from the database was destroyed since.
test('a file that was ended after a copy is said to be gone, and nothing is left of the look', async () => {
  const { access, clientId } = await world.client();
  const { body } = await world.upload(access, { ...front, type: 'front' }, await makeNoise(), 'front.jpg');
  const documentId = body.document?.id ?? '';
  const { verificationId: caseId } = await context.db
    .selectFrom('verifications')
    .select('verificationId')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  await context.db.updateTable('documents').set({ status: 'uploaded' }).where('documentId', '=', documentId).execute();
  await context.db.updateTable('verifications').set({ status: 'uploaded' }).where('clientId', '=', clientId).execute();
  await claimCase(context, { caseId, operator });
  await context.providers.documentStore.remove(documentId);
  const file = join(temporary, 'gone.jpg');
  const asked = showDocument(context, { documentId, operator, reason: 'a review', file });
  await expect(asked).rejects.toThrow(OperatorFault);
  await expect(asked).rejects.toThrow(/is gone.*restore/);
  expect(await readdir(temporary)).not.toContain('gone.jpg');
  const look = { documentId, operator, reason: 'a review' };
  await expect(readCaseDocument(context, look)).rejects.toThrow(OperatorFault);
});
