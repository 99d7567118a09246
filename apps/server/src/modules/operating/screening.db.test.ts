import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askAndApply } from '../identity-checks/apply-verdict.ts';
import { findSamePerson, keepMarks } from '../screening/person-marks.ts';
import { openVerificationWorld } from '../verification/fixtures/verification-world.ts';
import { approveCase } from './decide-case.ts';
import { loadSanctions } from './load-sanctions.ts';
import { readCase } from './read-case.ts';
import { claimCase, listCases } from './review-cases.ts';

const world = await openVerificationWorld({ IDENTITY_CHECK: 'sumsub' });
const { context } = world;
const { db } = context;
const folder = await mkdtemp(join(tmpdir(), 'causeway-lists-'));

async function load(
  list: string,
  names: readonly string[],
  date = '2026-01-02',
  { own = context, operator = 'grace' } = {},
): Promise<string> {
  const file = join(folder, `${list}-${randomBytes(4).toString('hex')}.txt`);
  await writeFile(file, `# as published\r\n${names.join('\r\n')}\r\n`);
  return loadSanctions(own, { list, date, file, operator });
}

/** A client who has given the basic data. */
async function known(first: string, last: string, birthday = '1990-12-10') {
  const client = await world.client('email_phone');
  await db.updateTable('clients').set({ isBasicVerifyEnabled: true }).where('clientId', '=', client.clientId).execute();
  const home = { a_country: 'GB', a_city: 'London', a_postcode: 'W1J 7NF', a_addr1: '12 St James’s Square' };
  const person = { first_name: first, last_name: last, birthday };
  const { codes } = await world.ask('/verification/basic/submit', client.access, { ...person, ...home });
  expect(codes).toEqual([]);
  return client;
}

/** The same, approved by the provider with papers that say this. */
async function checked(client: Awaited<ReturnType<typeof known>>, papers: Readonly<Record<string, string>>) {
  expect((await world.ask('/verification/idcheck/info', client.access, { wizard: 'identity' })).codes).toEqual([]);
  const check = await db
    .selectFrom('identityChecks')
    .selectAll()
    .where('clientId', '=', client.clientId)
    .executeTakeFirstOrThrow();
  await world.sandbox.decideIdentityCheck(check.applicantId, 'approved', '', { notify: 0, papers });
  const applicant = await context.providers.identityCheck?.getApplicant(check.applicantId);
  if (applicant === undefined) throw new Error('no provider');
  await askAndApply(context, check.checkId, async () => applicant);
}

const levelOf = async (clientId: string) =>
  (await db.selectFrom('clients').select('level').where('clientId', '=', clientId).executeTakeFirstOrThrow()).level;
const alarmsOf = async (subject: string) =>
  (await db.selectFrom('alarms').select('kind').where('subject', '=', subject).execute()).map(({ kind }) => kind);
const caseOf = async (niceId: string) =>
  (await listCases(context)).find((one) => one.niceId === niceId)?.verificationId;

async function read(niceId: string): Promise<string[]> {
  const caseId = (await caseOf(niceId)) ?? '';
  await claimCase(context, { caseId, operator: 'grace' });
  const lines = await readCase(context, { caseId, operator: 'grace', reason: 'a check' });
  return lines.filter(([kind]) => kind === 'hint').map((line) => line.join(' '));
}

describe('a name on a list of sanctioned people', () => {
  test('waits for a person from the basic data on, and the client reads no more than that', async () => {
    await load('list-a', ['Victor von Döom, alias', 'Some Other']);
    await load('list-a', ['DOOM, Victor', 'Some Other'], '2026-02-03');
    const client = await known('Victor', 'Doom');
    expect(await levelOf(client.clientId)).toBe('email_phone');
    const { body } = await world.ask('/verification/info', client.access, { wizard: 'basic' });
    expect(body).toMatchObject({ status: 'uploaded', is_locked: 1, comments: {} });
    expect(JSON.stringify(body)).not.toMatch(/list-a|sanction|hint/i);
    const again = await world.ask('/verification/basic/submit', client.access, {
      first_name: 'Peter',
      last_name: 'Plain',
      birthday: '1990-12-10',
      a_country: 'GB',
      a_city: 'London',
      a_postcode: 'W1J 7NF',
      a_addr1: '12',
    });
    expect(again.codes).toEqual([' WIZARD_LOCKED']);
    expect(await alarmsOf(client.niceId)).toEqual(['sanctions_hit']);
    expect(await read(client.niceId)).toEqual(['hint sanctions list-a 2026-02-03 DOOM, Victor']);
    await approveCase(context, { caseId: (await caseOf(client.niceId)) ?? '', operator: 'grace' });
    expect(await levelOf(client.clientId)).toBe('basic');
  });

  test('on the papers: an approval of the provider waits for two people', async () => {
    await load('list-b', ['Otto Octavius']);
    const client = await known('Otto', 'Gunther');
    await checked(client, { first_name: 'Otto Gunther', last_name: 'Octavius' });
    expect(await levelOf(client.clientId)).toBe('basic');
    const { body } = await world.ask('/verification/info', client.access, { wizard: 'identity' });
    expect(body).toMatchObject({ status: 'uploaded', is_locked: 1 });
    expect(await read(client.niceId)).toEqual([
      'hint sanctions list-b 2026-01-02 Otto Octavius',
      'hint checked by sumsub approved',
    ]);
    const caseId = (await caseOf(client.niceId)) ?? '';
    await approveCase(context, { caseId, operator: 'grace' });
    await claimCase(context, { caseId, operator: 'edith' });
    await approveCase(context, { caseId, operator: 'edith' });
    expect(await levelOf(client.clientId)).toBe('identity');
  });

  test('that comes with a later list is an alarm, and nothing changes for the client', async () => {
    const client = await known('Norman', 'Osborn');
    expect(await load('list-c', ['Norman Osborn'])).toBe('1 entries of list-c, 2026-01-02. Clients on a list: 2.');
    expect(await alarmsOf(client.niceId)).toEqual(['sanctions_hit']);
    expect(await levelOf(client.clientId)).toBe('basic');
  });

  test('a list is refused that is older, empty, of no day, or not there', async () => {
    await load('list-d', ['Max Dillon'], '2026-03-01');
    await expect(load('list-d', ['Max Dillon'], '2026-02-28')).rejects.toThrow(
      'A list list-d of 2026-03-01 is loaded already.',
    );
    await expect(load('list-d', [], '2026-03-02')).rejects.toThrow('Nothing was changed');
    await expect(load('list-d', ['Max Dillon'], '2026-13-01')).rejects.toThrow('no day');
    const missing = { list: 'list-d', date: '2026-03-02', file: join(folder, 'none'), operator: 'grace' };
    await expect(loadSanctions(context, missing)).rejects.toThrow('cannot be read');
    expect(await context.providers.sanctions.find('Max Dillon')).toEqual([
      { list: 'list-d', entry: 'Max Dillon', date: '2026-03-01' },
    ]);
  });

  test('one person alone takes no name off a list: another one loads the very same', async () => {
    const own = { ...context, config: { ...context.config, OPERATOR_ALONE_EUR: 1000 } };
    const by = (operator: string) => ({ own, operator });
    const [before, shorter] = [
      ['Curtis Connors', 'Aleksei Sytsevich'],
      ['SYTSEVICH Aleksei', 'Hammer Head'],
    ];
    expect(await load('list-e', before, '2026-03-01', by('ann'))).toMatch(/^2 entries/);
    expect(await load('list-e', shorter, '2026-03-02', by('ann'))).toMatch(
      /missing in it: 1\. Asked for, and not done/,
    );
    expect(await load('list-e', shorter, '2026-03-02', by('ann'))).toContain('Asked for, and not done');
    expect(await context.providers.sanctions.find('Curtis Connors')).toHaveLength(1);
    expect(await load('list-e', [...before, 'Hammer Head'], '2026-03-03', by('ann'))).toMatch(/^3 entries/);
    expect(await load('list-e', ['Hammer Head'], '2026-03-03', by('bob'))).toContain('Asked for, and not done');
    expect(await load('list-e', shorter, '2026-03-03', by('bob'))).toContain('Asked for, and not done');
    expect(await load('list-e', shorter, '2026-03-03', by('ann'))).toMatch(/^2 entries/);
    expect(await context.providers.sanctions.find('Curtis Connors')).toEqual([]);
  });
});

describe('one person, one account', () => {
  test('another name on the papers waits for a person', async () => {
    const client = await known('Peter', 'Parker');
    await checked(client, { first_name: 'Miles', last_name: 'Morales' });
    expect(await levelOf(client.clientId)).toBe('basic');
    expect(await read(client.niceId)).toEqual([
      'hint another name on the papers Miles Morales',
      'hint checked by sumsub approved',
    ]);
  });

  test('the same name and birthday, and the same paper, are hints and no block', async () => {
    const [one, two] = [await known('Gwen', 'Stacy'), await known('Stacy', 'GWEN')];
    expect([await levelOf(one.clientId), await levelOf(two.clientId)]).toEqual(['basic', 'basic']);
    const paper = { first_name: 'Gwen', last_name: 'Stacy', document_number: 'AB 123-456' };
    await checked(one, paper);
    await checked(two, { ...paper, document_number: 'ab123456' });
    expect([await levelOf(one.clientId), await levelOf(two.clientId)]).toEqual(['identity', 'identity']);
    expect(await findSamePerson(db, two.clientId)).toEqual([
      { kind: 'document', niceId: one.niceId },
      { kind: 'person', niceId: one.niceId },
    ]);
  });

  test('what is compared is a keyed hash, and another birthday is another person', async () => {
    const [one, two] = [await known('Cindy', 'Moon', '1991-01-01'), await known('Cindy', 'Moon', '1992-02-02')];
    expect(await findSamePerson(db, two.clientId)).toEqual([]);
    const marks = await db.selectFrom('personMarks').select('mark').where('clientId', '=', one.clientId).execute();
    // Often enough on one connection that its plan is the general one.
    const facts = { name: 'Cindy Moon', birthday: '1991-01-01' };
    await db.transaction().execute(async (connection) => {
      for (let time = 0; time < 12; time += 1) await keepMarks(context, connection, one.clientId, facts);
    });
    expect(marks.map(({ mark }) => mark)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });
});
