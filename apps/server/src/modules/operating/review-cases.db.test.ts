import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { front, makePicture, openVerificationWorld } from '../verification/fixtures/verification-world.ts';
import { changeOperators } from '../operators/fixtures/change-operators.ts';
import { addOperator, replaceKey } from '../operators/operators.ts';
import { approveCase, askAgain, rejectCase } from './decide-case.ts';
import { claimCase, commentDocument, commentField, listCases, releaseCase } from './review-cases.ts';
import { readCase, showDocument } from './read-case.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
const picture = await makePicture('jpeg');
const grace = 'Grace';
const alan = 'Alan';
const views = z.object({
  success: z.int(),
  comments: z.record(z.string(), z.string()),
  documents: z.array(z.looseObject({ id: z.string(), type: z.string(), status: z.string(), comment: z.string() })),
  is_verified: z.int(),
  is_locked: z.int(),
  status: z.string(),
});

/** A client who has sent the wizard, with the number of its case. */
async function submitted(wizard: 'identity' | 'address' = 'address') {
  const client = await world.client(wizard === 'identity' ? 'basic' : 'identity');
  const { access, clientId } = client;
  if (wizard === 'address') await world.upload(access, { wizard, type: 'utility' }, picture);
  else for (const type of ['front', 'back', 'selfie']) await world.upload(access, { ...front, type }, picture);
  const paper: Record<string, string> = wizard === 'identity' ? { document_type: 'id_card' } : {};
  expect((await world.ask('/verification/update', access, { wizard, ...paper })).codes).toEqual([]);
  const { verificationId } = await db
    .selectFrom('verifications')
    .select('verificationId')
    .where('clientId', '=', clientId)
    .where('wizard', '=', wizard)
    .executeTakeFirstOrThrow();
  return { ...client, wizard, caseId: verificationId };
}

async function infoOf({ access, wizard }: { access: string; wizard: string }) {
  return views.parse((await world.ask('/verification/info', access, { wizard })).body);
}

async function levelOf(clientId: string): Promise<string> {
  const row = await db.selectFrom('clients').select('level').where('clientId', '=', clientId).executeTakeFirstOrThrow();
  return row.level;
}

async function emailsTo(clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('letters')
    .select('template')
    .where('clientId', '=', clientId)
    .where('template', 'like', 'verification-%')
    .orderBy('createdAt')
    .execute();
  return rows.map(({ template }) => template);
}

async function actionsOn(subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom('operatorActions')
    .select(['operator', 'action'])
    .where('subject', '=', subject)
    .orderBy('actionId')
    .execute();
  return rows.map((row) => `${row.operator}: ${row.action}`);
}

const isListed = async (caseId: string) => (await listCases(context)).some((row) => row.verificationId === caseId);

describe('4.8-09 a case is decided by a person', () => {
  test('C-17 approved: the level and its limits rise, the client is notified, and each act has its row', async () => {
    const sent = await submitted();
    expect(await isListed(sent.caseId)).toBe(true);
    expect(await infoOf(sent)).toMatchObject({ status: 'uploaded', is_locked: 1 });
    await claimCase(context, { caseId: sent.caseId, operator: grace });
    await approveCase(context, { caseId: sent.caseId, operator: grace });
    expect(await levelOf(sent.clientId)).toBe('address');
    expect(await infoOf(sent)).toMatchObject({
      status: 'approved',
      is_verified: 1,
      documents: [{ status: 'approved' }],
    });
    const limits = await world.api.inject({
      method: 'GET',
      url: '/verification',
      headers: { 'x-authorization': `Bearer ${sent.access}`, 'x-requested-with': 'XMLHttpRequest' },
    });
    expect(limits.json()).toMatchObject({ client_limits: { EUR: { level: 'address', order_max: '20000' } } });
    expect(await emailsTo(sent.clientId)).toEqual(['verification-approved']);
    expect(await actionsOn(sent.caseId)).toEqual(['Grace: case_claimed', 'Grace: case_approved']);
    expect(await isListed(sent.caseId)).toBe(false);
  });

  test('A-076 declined: the comment stands beside the file, a new one takes its place, and the case comes back', async () => {
    const sent = await submitted('identity');
    await claimCase(context, { caseId: sent.caseId, operator: grace });
    const [first] = (await infoOf(sent)).documents;
    const documentId = first?.id ?? '';
    await expect(askAgain(context, { caseId: sent.caseId, operator: grace })).rejects.toThrow(/wrong first/);
    await commentDocument(context, { documentId, comment: ' The corners are cut off. ', operator: grace });
    expect((await infoOf(sent)).documents.map(({ comment }) => comment)).toEqual(['', '', '']);
    await askAgain(context, { caseId: sent.caseId, operator: grace });

    const asked = await infoOf(sent);
    expect(asked).toMatchObject({ status: 'declined', is_locked: 0, is_verified: 0 });
    expect(asked.documents.map(({ type, status, comment }) => [type, status, comment])).toEqual([
      ['front', 'declined', 'The corners are cut off.'],
      ['back', 'uploaded', ''],
      ['selfie', 'uploaded', ''],
    ]);
    expect(await isListed(sent.caseId)).toBe(false);
    const update = { wizard: 'identity', document_type: 'id_card' };
    expect((await world.ask('/verification/update', sent.access, update)).codes).toEqual(['front DOCUMENT_MISSING']);
    expect((await world.upload(sent.access, { ...front, type: 'back' }, picture)).codes).toEqual([
      'file DOCUMENT_LOCKED',
    ]);
    expect((await world.upload(sent.access, front, picture)).codes).toEqual([]);
    expect((await world.ask('/verification/update', sent.access, update)).codes).toEqual([]);

    expect(await infoOf(sent)).toMatchObject({ status: 'uploaded', comments: {} });
    const back = (await listCases(context)).find((row) => row.verificationId === sent.caseId);
    expect(back).toMatchObject({ claimedBy: '', firstApprovedBy: '' });
    expect(await emailsTo(sent.clientId)).toEqual(['verification-declined']);
    expect(await actionsOn(documentId)).toEqual(['Grace: document_commented']);
  });

  test('a comment on a field alone asks for every file, and is shown with its field', async () => {
    const sent = await submitted('identity');
    const { caseId } = sent;
    await claimCase(context, { caseId, operator: grace });
    await expect(commentField(context, { caseId, field: 'shoe', comment: 'x', operator: grace })).rejects.toThrow(
      /no field shoe: document_type/,
    );
    await commentField(context, { caseId, field: 'document_type', comment: 'This is a passport.', operator: grace });
    await askAgain(context, { caseId, operator: grace });
    const asked = await infoOf(sent);
    expect(asked.comments).toEqual({ document_type: 'This is a passport.' });
    expect(asked.documents.map(({ status }) => status)).toEqual(['declined', 'declined', 'declined']);
  });

  test('A-076 rejected: final, the reason stays with us, the client is notified', async () => {
    const sent = await submitted();
    await claimCase(context, { caseId: sent.caseId, operator: grace });
    await expect(rejectCase(context, { caseId: sent.caseId, reason: ' ', operator: grace })).rejects.toThrow(/empty/);
    await rejectCase(context, { caseId: sent.caseId, reason: 'UNMISTAKABLE', operator: grace });
    const info = await infoOf(sent);
    expect(info).toMatchObject({ status: 'rejected', is_locked: 1, documents: [{ status: 'rejected' }] });
    expect(JSON.stringify(info)).not.toContain('UNMISTAKABLE');
    expect((await world.upload(sent.access, { wizard: 'address', type: 'utility' }, picture)).codes).toEqual([
      ' WIZARD_LOCKED',
    ]);
    expect(await levelOf(sent.clientId)).toBe('identity');
    expect(await emailsTo(sent.clientId)).toEqual(['verification-rejected']);
  });

  test('no level without its documents', async () => {
    const { caseId, clientId } = await submitted();
    await claimCase(context, { caseId, operator: grace });
    await db.updateTable('documents').set({ status: 'declined' }).where('clientId', '=', clientId).execute();
    await expect(approveCase(context, { caseId, operator: grace })).rejects.toThrow(/lacks documents/);
    expect(await levelOf(clientId)).toBe('identity');
  });
});

describe('an identity takes two people', () => {
  test('the second has another name, however it is written', async () => {
    const { caseId, clientId } = await submitted('identity');
    await claimCase(context, { caseId, operator: grace });
    await approveCase(context, { caseId, operator: grace });
    expect(await levelOf(clientId)).toBe('basic');
    expect(await emailsTo(clientId)).toEqual([]);
    await expect(claimCase(context, { caseId, operator: ' grace ' })).rejects.toThrow(/Another person/);
    await claimCase(context, { caseId, operator: alan });
    await approveCase(context, { caseId, operator: alan });
    expect(await levelOf(clientId)).toBe('identity');
    expect(await actionsOn(caseId)).toEqual([
      'Grace: case_claimed',
      'Grace: case_approved_once',
      'Alan: case_claimed',
      'Alan: case_approved',
    ]);
  });

  test('the second may ask again, and then both review it again', async () => {
    const sent = await submitted('identity');
    const { caseId } = sent;
    await claimCase(context, { caseId, operator: grace });
    await approveCase(context, { caseId, operator: grace });
    await claimCase(context, { caseId, operator: alan });
    await commentField(context, { caseId, field: 'document_type', comment: 'Not this one.', operator: alan });
    await askAgain(context, { caseId, operator: alan });
    const row = await db
      .selectFrom('verifications')
      .select(['status', 'firstApprovedBy'])
      .where('verificationId', '=', caseId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'declined', firstApprovedBy: '' });
  });

  test('the approval of whose key was replaced is none: a thief of it may have given it', async () => {
    const { caseId, clientId } = await submitted('identity');
    const registration = { name: grace, roles: ['operators', 'cases'], operator: grace } as const;
    await changeOperators(world, (owner) => addOperator(context, owner, registration));
    await claimCase(context, { caseId, operator: grace });
    await approveCase(context, { caseId, operator: grace });
    await changeOperators(world, (owner) => replaceKey(context, owner, { name: grace, operator: grace }));
    await claimCase(context, { caseId, operator: alan });
    expect(await approveCase(context, { caseId, operator: alan })).toMatch(/^Approved once/);
    expect(await levelOf(clientId)).toBe('basic');
    await claimCase(context, { caseId, operator: grace });
    expect(await approveCase(context, { caseId, operator: grace })).toContain('identity');
    expect(await levelOf(clientId)).toBe('identity');
  });
});

describe('operators at once', () => {
  test('one of two claims', async () => {
    const { caseId } = await submitted();
    const both = await Promise.allSettled([grace, alan].map((operator) => claimCase(context, { caseId, operator })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await actionsOn(caseId)).toHaveLength(1);
  });

  test('of two decisions one counts: one row, one e-mail, one state', async () => {
    const sent = await submitted();
    const { caseId, clientId } = sent;
    await claimCase(context, { caseId, operator: grace });
    const both = await Promise.allSettled([
      approveCase(context, { caseId, operator: grace }),
      rejectCase(context, { caseId, reason: 'a copy', operator: grace }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const { status } = await infoOf(sent);
    expect(await emailsTo(clientId)).toEqual([`verification-${status}`]);
    expect(await actionsOn(caseId)).toEqual(['Grace: case_claimed', `Grace: case_${status}`]);
  });

  test('who has not claimed decides, reads and comments nothing; a left case can be put back', async () => {
    const sent = await submitted();
    const { caseId } = sent;
    const documentId = (await infoOf(sent)).documents[0]?.id ?? '';
    const acts = (operator: string) => [
      () => approveCase(context, { caseId, operator }),
      () => askAgain(context, { caseId, operator }),
      () => rejectCase(context, { caseId, operator, reason: 'x' }),
      () => readCase(context, { caseId, operator, reason: 'x' }),
      () => commentField(context, { caseId, operator, field: 'x', comment: 'x' }),
      () => commentDocument(context, { documentId, operator, comment: 'x' }),
      () => showDocument(context, { documentId, operator, reason: 'x', file: join(world.folder, 'never') }),
    ];
    for (const act of acts(alan)) await expect(act()).rejects.toThrow(/Claim the case first/);
    await claimCase(context, { caseId, operator: grace });
    for (const act of acts(alan)) await expect(act()).rejects.toThrow(/claimed by Grace/);
    await releaseCase(context, { caseId, operator: alan });
    await claimCase(context, { caseId, operator: alan });
    expect(await actionsOn(caseId)).toEqual(['Grace: case_claimed', 'Alan: case_released', 'Alan: case_claimed']);
  });
});

describe('each look is on the record', () => {
  test('C-25 a file is written decrypted for the operator alone, with the reason, and over nothing', async () => {
    const sent = await submitted();
    const documentId = (await infoOf(sent)).documents[0]?.id ?? '';
    const file = join(await mkdtemp(join(tmpdir(), 'causeway-review-')), 'shown.jpg');
    await claimCase(context, { caseId: sent.caseId, operator: grace });
    const look = { documentId, file, operator: grace };
    await expect(showDocument(context, { ...look, reason: '' })).rejects.toThrow(/empty/);
    await showDocument(context, { ...look, reason: 'review' });
    expect((await readFile(file)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(showDocument(context, { ...look, reason: 'again' })).rejects.toThrow(/is there already/);
    expect(await actionsOn(documentId)).toEqual(['Grace: document_shown']);
    const reads = await db
      .selectFrom('documentReads')
      .select(['reader', 'reason'])
      .where('documentId', '=', documentId)
      .execute();
    expect(reads).toEqual([{ reader: 'Grace', reason: 'review' }]);
  });

  test('once the case was taken from an operator no file of it is read, also where that was asked before', async () => {
    const sent = await submitted();
    const { caseId } = sent;
    const documentId = (await infoOf(sent)).documents[0]?.id ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'causeway-taken-'));
    const look = { documentId, reason: 'review', operator: grace };
    await claimCase(context, { caseId, operator: grace });
    await showDocument(context, { ...look, file: join(folder, 'before') });
    await releaseCase(context, { caseId, operator: alan });
    await expect(showDocument(context, { ...look, file: join(folder, 'after') })).rejects.toThrow(/Claim the case/);
    await claimCase(context, { caseId, operator: alan });
    await expect(showDocument(context, { ...look, file: join(folder, 'then') })).rejects.toThrow(/claimed by Alan/);
    // Both at once: whichever is first, a look that counts was written down while the case was the operator's.
    await releaseCase(context, { caseId, operator: alan });
    await claimCase(context, { caseId, operator: grace });
    const [shown] = await Promise.allSettled([
      showDocument(context, { ...look, file: join(folder, 'race') }),
      releaseCase(context, { caseId, operator: alan }),
    ]);
    const count = shown.status === 'fulfilled' ? 2 : 1;
    expect(await actionsOn(documentId)).toEqual(Array.from({ length: count }, () => 'Grace: document_shown'));
    const reads = await db.selectFrom('documentReads').select('reader').where('documentId', '=', documentId).execute();
    expect(reads).toHaveLength(count);
    expect((await readdir(folder)).toSorted()).toEqual(shown.status === 'fulfilled' ? ['before', 'race'] : ['before']);
  });

  test('what was typed is read with a reason; the record has neither it nor the comments', async () => {
    const { caseId, clientId } = await submitted('identity');
    await claimCase(context, { caseId, operator: grace });
    await commentField(context, { caseId, field: 'document_type', comment: 'UNMISTAKABLE', operator: grace });
    const lines = await readCase(context, { caseId, operator: grace, reason: 'review' });
    expect(lines).toContainEqual(['document_type', 'id_card']);
    expect(lines).toContainEqual(['comment', 'document_type', 'UNMISTAKABLE']);
    expect(lines.filter(([name]) => name === 'document')).toHaveLength(3);
    const kept = await db.selectFrom('operatorActions').selectAll().where('subject', '=', caseId).execute();
    const row = await db.selectFrom('verifications').selectAll().where('clientId', '=', clientId).execute();
    expect(JSON.stringify([kept, row])).not.toContain('UNMISTAKABLE');
  });

  test('of a closed account nothing is decided any more', async () => {
    const { caseId, clientId } = await submitted();
    await db.updateTable('clients').set({ deletedAt: context.clock.now() }).where('clientId', '=', clientId).execute();
    expect(await isListed(caseId)).toBe(false);
    await expect(claimCase(context, { caseId, operator: grace })).rejects.toThrow(/account .* is closed/);
  });

  test.each(['', 'x', '00000000-0000-4000-8000-000000000000'])(
    'a case or document that is not there: %j',
    async (id) => {
      await expect(claimCase(context, { caseId: id, operator: grace })).rejects.toThrow(/There is no case/);
      const look = { documentId: id, file: '/nowhere', reason: 'x', operator: grace };
      await expect(showDocument(context, look)).rejects.toThrow(/There is no document/);
    },
  );
});
