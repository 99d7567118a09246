import { allCalls } from '@causeway/contract/calls/all-calls';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import { addDesk, changeOperators } from '../operators/fixtures/change-operators.ts';
import { endOperator, replaceKey, setRoles } from '../operators/operators.ts';
import { front, makePicture, openVerificationWorld } from '../verification/fixtures/verification-world.ts';

const world = await openVerificationWorld();
const { context } = world;
const { db } = context;
const picture = await makePicture('jpeg');
const calls = allCalls.filter(({ access }) => access === 'operator');
const [grace, alan] = [await addDesk(world, 'grace'), await addDesk(world, 'alan')];
const answer = z.looseObject({
  success: z.int().optional(),
  said: z.string().optional(),
  cases: z.array(z.looseObject({ id: z.string(), claimed_by: z.string(), first_approved_by: z.string() })).default([]),
  fields: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  comments: z.array(z.object({ field: z.string(), comment: z.string() })).default([]),
  documents: z.array(z.looseObject({ id: z.string(), type: z.string(), comment: z.string() })).default([]),
  errors: z.array(z.object({ code: z.string(), text: z.string() })).default([]),
});

/** A call of the desk, by whatever key. */
async function desk(path: string, key: string, fields: Readonly<Record<string, string>> = {}, api = world.api) {
  const isRead = path === 'cases';
  const response = await api.inject({
    method: isRead ? 'GET' : 'POST',
    url: `/operator/${path}`,
    headers: {
      'x-authorization': `Bearer ${key}`,
      ...(!isRead && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isRead && { payload: new URLSearchParams(fields).toString() }),
  });
  const { statusCode: status, headers, rawPayload: bytes } = response;
  const isFile = headers['content-type']?.startsWith('image/') === true;
  const body = answer.parse(isFile ? {} : response.json());
  return { status, headers, bytes, isFile, body, said: body.errors.map(({ code, text }) => `${code}: ${text}`).join() };
}

const done = async (path: string, key: string, fields: Readonly<Record<string, string>> = {}) => {
  const answered = await desk(path, key, fields);
  expect([answered.status, answered.said], path).toEqual([200, '']);
  return answered.body;
};

/** A client who has sent an identity, with its case and the file of its front. */
async function submitted() {
  const client = await world.client('basic');
  for (const type of ['front', 'back', 'selfie']) await world.upload(client.access, { ...front, type }, picture);
  await world.ask('/verification/update', client.access, { wizard: 'identity', document_type: 'id_card' });
  const { documents } = (await world.ask('/verification/info', client.access, { wizard: 'identity' })).body;
  const { verificationId } = await db
    .selectFrom('verifications')
    .select('verificationId')
    .where('clientId', '=', client.clientId)
    .where('wizard', '=', 'identity')
    .executeTakeFirstOrThrow();
  return { ...client, id: verificationId, file: documents.find(({ type }) => type === 'front')?.id ?? '' };
}

const levelOf = async ({ clientId }: { clientId: string }) =>
  (await db.selectFrom('clients').select('level').where('clientId', '=', clientId).executeTakeFirstOrThrow()).level;

async function recordOf(subject: string): Promise<string[]> {
  const rows = db.selectFrom('operatorActions').select(['operator', 'action']).where('subject', '=', subject);
  return (await rows.orderBy('actionId').execute()).map(({ operator, action }) => `${operator} ${action}`);
}

describe('C-95 a case is reviewed by the calls of a web desk', () => {
  test('queue, claim, look, comment, ask again; then two people approve an identity', async () => {
    const sent = await submitted();
    const { id, file } = sent;
    const queue = await done('cases', grace);
    expect(queue.cases.find((row) => row.id === id)).toMatchObject({
      wizard: 'identity',
      client: sent.niceId,
      level: 'basic',
      claimed_by: '',
    });
    await done('cases/claim', grace, { id });
    const shown = await desk('documents/read', grace, { id: file, reason: 'review' });
    expect(shown.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="${file}.jpg"`,
    });
    await done('cases/comment', grace, { id, field: 'document_type', comment: 'This is a passport.' });
    await done('cases/comment', grace, { id, field: 'document_type' });
    await done('documents/comment', grace, { id: file, comment: 'The corners are cut off.' });
    const seen = await done('cases/read', grace, { id, reason: 'review' });
    expect(seen).toMatchObject({ client: sent.niceId, wizard: 'identity', comments: [] });
    expect(seen.fields).toContainEqual({ name: 'document_type', value: 'id_card' });
    expect(seen.documents.find((one) => one.id === file)).toMatchObject({ comment: 'The corners are cut off.' });
    await done('cases/decide', grace, { id, decision: 'ask_again' });
    await world.upload(sent.access, front, picture);
    await world.ask('/verification/update', sent.access, { wizard: 'identity', document_type: 'id_card' });

    await done('cases/claim', grace, { id });
    expect((await done('cases/decide', grace, { id, decision: 'approve' })).said).toMatch(/^Approved once/);
    expect((await desk('cases/claim', grace, { id })).said).toMatch(/Another person/);
    expect(await levelOf(sent)).toBe('basic');
    await done('cases/claim', alan, { id });
    await done('cases/decide', alan, { id, decision: 'approve' });
    expect(await levelOf(sent)).toBe('identity');
    expect(await recordOf(id)).toEqual([
      'grace case_claimed',
      'grace case_commented',
      'grace case_commented',
      'grace case_read',
      'grace case_asked_again',
      'grace case_claimed',
      'grace case_approved_once',
      'alan case_claimed',
      'alan case_approved',
    ]);
    expect(await recordOf(file)).toEqual(['grace document_shown', 'grace document_commented']);
    const reads = db.selectFrom('documentReads').select(['reader', 'reason']).where('documentId', '=', file);
    expect(await reads.execute()).toEqual([{ reader: 'grace', reason: 'review' }]);
  });

  test('a refusal has a reason, and a look too', async () => {
    const { id, file } = await submitted();
    await done('cases/claim', grace, { id });
    for (const path of ['cases/read', 'documents/read'])
      for (const reason of [undefined, ' '])
        expect(
          (await desk(path, grace, { id: path === 'cases/read' ? id : file, ...(reason && { reason }) })).isFile,
        ).toBe(false);
    expect((await desk('cases/decide', grace, { id, decision: 'reject' })).said).toMatch(/OPERATOR_REFUSED: .*reason/);
    expect(await recordOf(file)).toEqual([]);
    await done('cases/decide', grace, { id, decision: 'reject', reason: 'a copy' });
    expect(await recordOf(id)).toEqual(['grace case_claimed', 'grace case_rejected']);
  });
});

/** Every call of the desk about one client's case. */
function acts({ id, file }: { id: string; file: string }): [string, Record<string, string>][] {
  return [
    ['cases/read', { id, reason: 'x' }],
    ['cases/comment', { id, field: 'document_type', comment: 'x' }],
    ['documents/comment', { id: file, comment: 'x' }],
    ['documents/read', { id: file, reason: 'x' }],
    ['cases/decide', { id, decision: 'approve' }],
    ['cases/decide', { id, decision: 'ask_again' }],
    ['cases/decide', { id, decision: 'reject', reason: 'x' }],
  ];
}

describe('what is not an operator’s own opens nothing', () => {
  test('C-95 a document of a case that is not claimed, is another’s, was given back or decided, or is guessed', async () => {
    const sent = await submitted();
    const refuse = async (key: string, words: RegExp) => {
      for (const [path, fields] of acts(sent)) {
        const { said, isFile } = await desk(path, key, fields);
        expect([path, isFile, said]).toEqual([path, false, expect.stringMatching(words)]);
      }
    };
    await refuse(grace, /Claim the case first/);
    await done('cases/claim', grace, { id: sent.id });
    await refuse(alan, /claimed by grace/);
    await done('cases/release', alan, { id: sent.id });
    await refuse(grace, /Claim the case first/);
    await done('cases/claim', alan, { id: sent.id });
    await refuse(grace, /claimed by alan/);
    await done('cases/decide', alan, { id: sent.id, decision: 'reject', reason: 'a copy' });
    for (const key of [grace, alan]) await refuse(key, /is not open/);
    const other = await submitted();
    await db
      .updateTable('clients')
      .set({ deletedAt: context.clock.now() })
      .where('clientId', '=', other.clientId)
      .execute();
    expect((await desk('cases/claim', grace, { id: other.id })).said).toMatch(/is closed/);
    for (const [path, fields] of acts({ id: randomUUID(), file: randomUUID() }))
      expect((await desk(path, grace, fields)).said).toMatch(/There is no/);
    expect(await recordOf(sent.file)).toEqual([]);
  });

  const takenAway: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
    'the role was taken': (name) =>
      changeOperators(world, (owner) =>
        setRoles(context, owner, { name, roles: ['cases', 'money'], operator: 'alan' }),
      ),
    'the key was replaced': (name) =>
      changeOperators(world, (owner) => replaceKey(context, owner, { name, operator: 'alan' })),
    'the operator has left': (name) =>
      changeOperators(world, (owner) => endOperator(context, owner, { name, operator: 'alan' })),
  };
  test.each(Object.entries(takenAway))('after %s: not even what was claimed', async (_what, take) => {
    const name = `edith-${randomUUID().slice(0, 8)}`;
    const key = await addDesk(world, name);
    const sent = await submitted();
    await done('cases/claim', key, { id: sent.id });
    await done('cases/read', key, { id: sent.id, reason: 'review' });
    expect((await desk('documents/read', key, { id: sent.file, reason: 'review' })).isFile).toBe(true);
    await take(name);
    const rest: [string, Record<string, string>][] = [
      ['cases', {}],
      ['cases/claim', { id: sent.id }],
      ['cases/release', { id: sent.id }],
    ];
    for (const [path, fields] of [...acts(sent), ...rest]) {
      const { status, isFile, said } = await desk(path, key, fields);
      expect([path, status, isFile, said]).toEqual([path, 401, false, expect.stringMatching(/^OPERATOR_KEY_WRONG/)]);
    }
    expect(await recordOf(sent.id)).toEqual([`${name} case_claimed`, `${name} case_read`]);
    expect(await recordOf(sent.file)).toEqual([`${name} document_shown`]);
    // Another operator goes on with what is left.
    await done('cases/release', alan, { id: sent.id });
    await done('cases/claim', alan, { id: sent.id });
  });

  test('law "Fresh proof": a call that is under way when its operator ends changes and shows nothing', async () => {
    const name = `edith-${randomUUID().slice(0, 8)}`;
    const key = await addDesk(world, name);
    const sent = await submitted();
    await done('cases/claim', key, { id: sent.id });
    const [held, free] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const holding = db.transaction().execute(async (trx) => {
      await trx.selectFrom('clients').select('level').where('clientId', '=', sent.clientId).forUpdate().execute();
      held.resolve(undefined);
      await free.promise;
    });
    await held.promise;
    const answers = Promise.all(acts(sent).map(async ([path, fields]) => desk(path, key, fields)));
    await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, 500))]);
    await changeOperators(world, (owner) =>
      owner.transaction().execute((trx) => endOperator(context, trx, { name, operator: 'grace' })),
    );
    free.resolve(undefined);
    await holding;
    const answered = await answers;
    expect(answered.filter(({ said, isFile }) => said === '' || isFile)).toEqual([]);
    expect(answered.some(({ said }) => said.includes('by now'))).toBe(true);
    expect(await recordOf(sent.id)).toEqual([`${name} case_claimed`]);
    expect(await recordOf(sent.file)).toEqual([]);
  });

  test('a client, a partner, a name alone, another key and none', async () => {
    const sent = await submitted();
    const others = [
      '',
      'grace',
      'op_',
      `op_${'a'.repeat(43)}`,
      sent.access,
      'sk_test_shop_sandbox_secret_key',
      `${grace}x`,
    ];
    for (const key of others)
      for (const [path, fields] of acts(sent)) expect((await desk(path, key, fields)).status, key).toBe(401);
  });

  test('another client, and this one after it signed out, read no file by its number', async () => {
    const sent = await submitted();
    const read = async (access: string) =>
      (
        await world.api.inject({
          url: `/verification/document/${sent.file}`,
          headers: { 'x-authorization': `Bearer ${access}`, 'x-requested-with': 'XMLHttpRequest' },
        })
      ).statusCode;
    const drop = async (access: string) =>
      (await world.ask('/verification/document/drop', access, { id: sent.file, wizard: 'identity' })).status;
    const stranger = await world.client('basic');
    expect([await read(stranger.access), await drop(stranger.access)]).toEqual([404, 404]);
    expect(await read(sent.access)).toBe(200);
    await world.ask('/logout', sent.access);
    expect([await read(sent.access), await drop(sent.access)]).toEqual([401, 401]);
  });
});

test('switched off, which is the default, there is no such call, and the description names none', async () => {
  const api = await createApi({ ...context, config: { ...context.config, OPERATOR_CALLS: 'off' } });
  const { id, file } = await submitted();
  for (const [path, fields] of [...acts({ id, file }), ['cases', {}] as const])
    expect((await desk(path, grace, fields, api)).status).toBe(404);
  const described = async (app: typeof api) => (await app.inject({ url: '/docs/json' })).body;
  for (const { path } of calls) {
    expect(await described(api)).not.toContain(`"${path}"`);
    expect(await described(world.api)).toContain(`"${path}"`);
  }
  await api.close();
});
