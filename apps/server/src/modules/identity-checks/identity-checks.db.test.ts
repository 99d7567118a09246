import { createHmac, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ProviderError } from '../../providers/provider-error.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { allJobs } from '../../worker.ts';
import { leaveDecidedToPerson } from '../order-lifecycle/payout-method.ts';
import { crashAt } from '../orders/fixtures/crash-at.ts';
import { openVerificationWorld } from '../verification/fixtures/verification-world.ts';
import { revokeIdentity } from '../operating/review-cases.ts';
import { listSubmitted } from '../verification/store.ts';
import { endApplicants } from './end-applicants.ts';
import { openCheck } from './open-check.ts';
import { watchIdentities } from './receive-identity-webhook.ts';
import { listDue } from './store.ts';

const world = await openVerificationWorld({ IDENTITY_CHECK: 'sumsub' });
const { context } = world;
const { db } = context;
const secret = 'whsec_sandbox_identity';

interface Started {
  clientId: string;
  email: string;
  access: string;
  applicant: string;
}

const ask = (access: string, wizard = 'identity') => world.ask('/verification/idcheck/info', access, { wizard });
const work = async () => {
  const names = ['confirm-identity', 'end-applicant'];
  await drainJobs(
    world.jobContext,
    world.boss,
    allJobs.filter(({ definition }) => names.includes(definition.name)),
  );
};
const digest = (body: string, key = secret, hash = 'sha256') => createHmac(hash, key).update(body).digest('hex');
const eventOf = (applicantId: string, more: object = {}) =>
  JSON.stringify({ applicantId, type: 'applicantReviewed', correlationId: randomUUID(), ...more });

async function notify(body: string, signature = digest(body), algorithm = 'HMAC_SHA256_HEX'): Promise<number> {
  const { statusCode } = await world.api.inject({
    method: 'POST',
    url: '/webhooks/identity-check',
    headers: {
      'content-type': 'application/json',
      ...(signature !== '' && { 'x-payload-digest': signature }),
      ...(algorithm !== '' && { 'x-payload-digest-alg': algorithm }),
    },
    payload: body,
  });
  return statusCode;
}

/** A client at the basic level whose page at the provider is open. */
async function start(): Promise<Started> {
  const client = await world.client();
  expect((await ask(client.access)).codes).toEqual([]);
  const { applicantId } = await db
    .selectFrom('identityChecks')
    .select('applicantId')
    .where('clientId', '=', client.clientId)
    .executeTakeFirstOrThrow();
  return { ...client, applicant: applicantId };
}

/** Makes the provider decide, and delivers the decision by one valid webhook. */
async function decide({ applicant }: Started, ...decision: Decision): Promise<void> {
  const [outcome, reason] = decision;
  await world.sandbox.decideIdentityCheck(applicant, outcome, reason, { notify: 0 });
  expect(await notify(eventOf(applicant))).toBe(204);
  await work();
}
type Decision = [outcome: 'init' | 'pending' | 'approved' | 'retry' | 'rejected', reason?: string];

async function stateOf({ clientId, access }: Pick<Started, 'clientId' | 'access'>) {
  const { level } = await db
    .selectFrom('clients')
    .select('level')
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  const { body } = await world.ask('/verification/info', access, { wizard: 'identity' });
  return `${level} ${body.status} ${body.is_locked}`;
}

const alarmsOf = async (subject: string) =>
  (
    await db
      .selectFrom('alarms')
      .select('details')
      .where('kind', '=', 'identity_check')
      .where('subject', '=', subject)
      .execute()
  ).map(({ details }) => details);
const niceIdOf = async ({ clientId }: Started) => {
  const own = db.selectFrom('clients').select('niceId').where('clientId', '=', clientId);
  return (await own.executeTakeFirstOrThrow()).niceId;
};
const emailsTo = async (recipient: string) =>
  (await db.selectFrom('letters').select('template').where('recipient', '=', recipient).execute()).map(
    ({ template }) => template,
  );
const dueAt = (clientId: string) =>
  db
    .updateTable('identityChecks')
    .set({ nextLookAt: new Date(0) })
    .where('clientId', '=', clientId)
    .execute();

beforeEach(() => world.sandbox.clearFaults());

describe('C-21 7-41 A-084 the page of the outside check', () => {
  test('is opened for this client alone, with a token and a time', async () => {
    const client = await world.client();
    const { body } = await ask(client.access);
    expect(body).toMatchObject({ success: 1, provider: 'sumsub', expiration_time_sec: 1800, errors: [] });
    expect(body['token']).toMatch(/^_act-/);
    expect(body['url']).toMatch(/^http:\/\/localhost:\d+\/identity\/check\//);
    const { body: info } = await world.ask('/verification/info', client.access, { wizard: 'identity' });
    expect(info).toMatchObject({ provider: 'sumsub', status: 'new', is_locked: 0 });
  });

  test('twice is the same applicant, and our number says nothing of the client', async () => {
    const started = await start();
    await ask(started.access);
    const own = (await world.sandbox.identityApplicants()).filter(({ id }) => id === started.applicant);
    expect(own).toHaveLength(1);
    expect(own[0]?.reference).not.toBe(started.clientId);
  });

  test('is none for another wizard, and refused below the level', async () => {
    const { access } = await world.client();
    expect((await ask(access, 'address')).body).toMatchObject({ success: 1, provider: '', token: '', url: '' });
    expect((await ask((await world.client('unverified')).access)).codes).toEqual([' WIZARD_LOCKED']);
  });

  test('is none where people check', async () => {
    const providers = { ...context.providers, identityCheck: undefined };
    const { clientId } = await world.client();
    const answer = await openCheck({ ...context, providers }, clientId, { wizard: 'identity', language: 'en' });
    expect(answer).toMatchObject({ success: 1, provider: '', url: '' });
  });

  test.each(['error', 'drop_answer', 'half', 'non_json', 'reject'])(
    'a provider whose answer is %s: the client gets an error, and the next try keeps the applicant',
    async (fault) => {
      const client = await world.client();
      await world.sandbox.makeFault({ provider: 'identity', fault, count: 1, call: 'create' });
      const { codes, status } = await ask(client.access);
      expect([codes, status]).toEqual([[' TRY_LATER'], 503]);
      expect((await ask(client.access)).body).toMatchObject({ provider: 'sumsub' });
      const check = await db
        .selectFrom('identityChecks')
        .select(['checkId', 'applicantId'])
        .where('clientId', '=', client.clientId)
        .execute();
      const there = (await world.sandbox.identityApplicants()).filter(
        ({ reference }) => reference === check[0]?.checkId,
      );
      expect(there.map(({ id }) => id)).toEqual(check.map(({ applicantId }) => applicantId));
    },
  );

  test('a provider that hangs is given up after some seconds', { timeout: 90_000 }, async () => {
    const { access } = await world.client();
    await world.sandbox.makeFault({ provider: 'identity', fault: 'hang', count: 1, call: 'page' });
    expect((await ask(access)).codes).toEqual([' TRY_LATER']);
    expect((await ask(access)).codes).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'the program dies %s its row is there: one applicant all the same',
    async (when) => {
      const { clientId, access } = await world.client();
      const dead = crashAt(db, 1, when, { isFinal: true });
      const asked = { wizard: 'identity', language: 'en' } as const;
      await expect(openCheck({ ...context, db: dead.db }, clientId, asked)).rejects.toThrow();
      expect((await ask(access)).codes).toEqual([]);
      expect(
        await db.selectFrom('identityChecks').select('checkId').where('clientId', '=', clientId).execute(),
      ).toHaveLength(1);
    },
  );
});

describe('what the provider answers', () => {
  test('approved: the level rises, and the client is notified', async () => {
    const started = await start();
    await decide(started, 'approved');
    expect(await stateOf(started)).toBe('identity approved 0');
    expect(await emailsTo(started.email)).toEqual(['verification-approved']);
    expect((await ask(started.access)).codes).toEqual([' WIZARD_LOCKED']);
  });

  test('looked at: locked, and not in the queue of people', async () => {
    const started = await start();
    await decide(started, 'pending');
    expect(await stateOf(started)).toBe('basic uploaded 1');
    expect(await listSubmitted(db)).toEqual([]);
    await decide(started, 'init');
    expect(await stateOf(started)).toBe('basic new 0');
  });

  test('asked again with a reason, then approved', async () => {
    const started = await start();
    await decide(started, 'pending');
    await decide(started, 'retry', 'The picture is too dark.');
    expect(await stateOf(started)).toBe('basic declined 0');
    const { body } = await world.ask('/verification/info', started.access, { wizard: 'identity' });
    expect(body['comments']).toEqual({ idcheck: 'The picture is too dark.' });
    expect((await ask(started.access)).codes).toEqual([]);
    // The old answer is no news.
    await notify(eventOf(started.applicant));
    await work();
    expect(await emailsTo(started.email)).toEqual(['verification-declined']);
    await decide(started, 'approved');
    expect(await stateOf(started)).toBe('identity approved 0');
  });

  test('refused for good: no page any more, and the client never gets the operator’s reason', async () => {
    const started = await start();
    await decide(started, 'rejected', 'A reason that is not for the client.');
    expect(await stateOf(started)).toBe('basic rejected 1');
    const info = await world.ask('/verification/info', started.access, { wizard: 'identity' });
    expect(JSON.stringify(info.body)).not.toContain('not for the client');
    expect((await ask(started.access)).codes).toEqual([' WIZARD_LOCKED']);
    await decide(started, 'approved');
    expect(await stateOf(started)).toBe('basic rejected 1');
  });

  test.each(['rejected', 'retry', 'init'] as const)(
    'taken back after an approval (%s): an alarm for a person, and the level stays until then',
    async (verdict) => {
      const started = await start();
      await decide(started, 'approved');
      const niceId = await niceIdOf(started);
      // It is looked at once more, and that ends in an answer.
      await decide(started, 'pending');
      expect(await alarmsOf(niceId)).toEqual([]);
      await decide(started, verdict);
      expect(await stateOf(started)).toBe('identity approved 0');
      expect(await alarmsOf(niceId)).toEqual([{ what: 'taken_back' }]);
    },
  );

  test.each([
    ['rejected', 'basic rejected 1'],
    ['retry', 'basic declined 0'],
  ] as const)('taken back (%s), and a person agrees: the level falls, and the alarm ends', async (verdict, state) => {
    const started = await start();
    await decide(started, 'approved');
    await db.updateTable('clients').set({ level: 'identity' }).where('clientId', '=', started.clientId).execute();
    await decide(started, verdict);
    const revoke = () => revokeIdentity(context, 'grace', [started.email, 'the provider took it back']);
    expect(await revoke()).toBe('The level of the client is basic.');
    expect(await stateOf(started)).toBe(state);
    const own = db.selectFrom('clients').select('niceId').where('clientId', '=', started.clientId);
    const open = db.selectFrom('alarms').select('subject').where('clearedAt', 'is', null);
    expect(await open.where('subject', 'in', own).execute()).toEqual([]);
    await expect(revoke()).rejects.toThrow('is not approved');
    // The same answer once more is no news.
    await notify(eventOf(started.applicant));
    await work();
    expect(await stateOf(started)).toBe(state);
  });

  test('taken back after a copy that is put back: it is asked for again, each in its turn', async () => {
    const started = await start();
    await decide(started, 'approved');
    // What the webhook had brought, the copy has forgotten.
    await world.sandbox.decideIdentityCheck(started.applicant, 'rejected', '', { notify: 0 });
    await db.transaction().execute((trx) => leaveDecidedToPerson(context, trx, context.clock.now()));
    const rows = db.selectFrom('identityChecks').select('nextLookAt').where('clientId', '=', started.clientId);
    const { nextLookAt } = await rows.executeTakeFirstOrThrow();
    expect(nextLookAt).not.toBeNull();
    await watchIdentities({ ...context, clock: { now: () => nextLookAt ?? context.clock.now() } });
    const { niceId } = await db
      .selectFrom('clients')
      .select('niceId')
      .where('clientId', '=', started.clientId)
      .executeTakeFirstOrThrow();
    expect(await alarmsOf(niceId)).toEqual([{ what: 'taken_back' }]);
  });

  test('approved, and ended at the provider since: it is asked once after a restore, and no more', async () => {
    const started = await start();
    await decide(started, 'approved');
    await db.transaction().execute((trx) => leaveDecidedToPerson(context, trx, context.clock.now()));
    const provider = context.providers.identityCheck;
    if (provider === undefined) throw new Error('There is no provider.');
    const usual = provider.getApplicant.bind(provider);
    const asked = vi.spyOn(provider, 'getApplicant').mockImplementation(async (id) => {
      if (id === started.applicant) throw new ProviderError('sumsub', 'refused', { code: '404' });
      return usual(id);
    });
    const later = new Date(context.clock.now().getTime() + 3_600_000);
    try {
      await watchIdentities({ ...context, clock: { now: () => later } });
    } finally {
      asked.mockRestore();
    }
    const rows = db.selectFrom('identityChecks').select('nextLookAt').where('clientId', '=', started.clientId);
    expect(await rows.execute()).toEqual([{ nextLookAt: null }]);
  });

  test('an approval of another level counts for nothing', async () => {
    const { clientId, access } = await world.client();
    const providers = context.providers.identityCheck;
    if (providers === undefined) throw new Error('no provider');
    await ask(access);
    const check = await db
      .selectFrom('identityChecks')
      .selectAll()
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    const other = await world.sandbox.openIdentityApplicant(randomUUID(), 'other-level');
    await world.sandbox.decideIdentityCheck(other.id, 'approved', '', { notify: 0 });
    await expect(providers.getApplicant(other.id)).rejects.toMatchObject({ code: 'level_wrong' });
    expect(check.status).toBe('open');
  });
});

describe('webhooks of the provider', () => {
  test('fifty copies at once, and two workers: one e-mail, one level', async () => {
    const started = await start();
    await world.sandbox.decideIdentityCheck(started.applicant, 'approved', '', { notify: 0 });
    const same = eventOf(started.applicant);
    const bodies = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? same : eventOf(started.applicant)));
    expect(new Set(await Promise.all(bodies.map((body) => notify(body))))).toEqual(new Set([204]));
    await Promise.all([work(), work()]);
    await work();
    expect(await stateOf(started)).toBe('identity approved 0');
    expect(await emailsTo(started.email)).toEqual(['verification-approved']);
  });

  test('forged in eight forms: six are refused, two with a valid signature are not trusted', async () => {
    const started = await start();
    const body = eventOf(started.applicant, { reviewResult: { reviewAnswer: 'GREEN' } });
    const refused: [signature: string, algorithm?: string][] = [
      [''],
      [digest(body, `${secret}_guess`)],
      [digest(body.replace('":', '": '))],
      [digest(body), ''],
      [digest(body, secret, 'sha1'), 'HMAC_SHA1_HEX'],
      [digest(body).slice(0, 32)],
    ];
    for (const [signature, algorithm] of refused) expect(await notify(body, signature, algorithm)).toBe(400);
    const other = await start();
    for (const lie of [
      body,
      eventOf(started.applicant, { externalUserId: other.applicant, reviewStatus: 'completed' }),
    ])
      expect(await notify(lie)).toBe(204);
    await work();
    expect([await stateOf(started), await stateOf(other)]).toEqual(['basic new 0', 'basic new 0']);
  });

  test('a digest by SHA-512 is as good, and a body without an applicant is refused', async () => {
    const started = await start();
    const body = eventOf(started.applicant);
    expect(await notify(body, digest(body, secret, 'sha512'), 'HMAC_SHA512_HEX')).toBe(204);
    expect(await notify('{}')).toBe(400);
  });

  test('lost: a look of ours finds the answer', async () => {
    const started = await start();
    await world.sandbox.decideIdentityCheck(started.applicant, 'approved', '', { notify: 0 });
    await dueAt(started.clientId);
    await watchIdentities(context);
    expect(await stateOf(started)).toBe('identity approved 0');
  });

  test('late, after a look has found the answer: no news', async () => {
    const started = await start();
    await world.sandbox.decideIdentityCheck(started.applicant, 'retry', 'Too dark.', { notify: 0 });
    await dueAt(started.clientId);
    await watchIdentities(context);
    await notify(eventOf(started.applicant));
    await work();
    expect(await emailsTo(started.email)).toEqual(['verification-declined']);
  });

  test.each([
    ['approved', 'retry', 'basic declined 0'],
    ['approved', 'rejected', 'basic rejected 1'],
    ['rejected', 'pending', 'basic uploaded 1'],
    ['rejected', 'approved', 'identity approved 0'],
  ] as const)('an older answer (%s) that arrives after a newer one (%s) is over', async (older, newer, state) => {
    const started = await start();
    await world.sandbox.decideIdentityCheck(started.applicant, older, '', { notify: 0 });
    await dueAt(started.clientId);
    const { identityCheck } = context.providers;
    if (identityCheck === undefined) throw new Error('no provider');
    const held = [newer];
    const getApplicant = async (id: string) => {
      const answer = await identityCheck.getApplicant(id);
      for (const verdict of held.splice(0)) await decide(started, verdict);
      return answer;
    };
    const providers = { ...context.providers, identityCheck: { ...identityCheck, getApplicant } };
    await watchIdentities({ ...context, providers });
    expect(await stateOf(started)).toBe(state);
    const rows = db.selectFrom('identityChecks').select('status').where('clientId', '=', started.clientId);
    expect(await rows.execute()).toEqual([{ status: newer }]);
    expect(await alarmsOf(await niceIdOf(started))).toEqual([]);
  });

  test('lost, and of an approval that is taken back: it is asked for after a month', async () => {
    const started = await start();
    await decide(started, 'approved');
    await world.sandbox.decideIdentityCheck(started.applicant, 'rejected', '', { notify: 0 });
    const afterDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });
    await watchIdentities({ ...context, clock: afterDays(29) });
    expect(await alarmsOf(await niceIdOf(started))).toEqual([]);
    await watchIdentities({ ...context, clock: afterDays(31) });
    expect(await alarmsOf(await niceIdOf(started))).toEqual([{ what: 'taken_back' }]);
  });

  test('one whose wizard was reset since is not approved again by its age', async () => {
    const started = await start();
    await decide(started, 'approved');
    const { clientId } = started;
    await db.updateTable('verifications').set({ status: 'new' }).where('clientId', '=', clientId).execute();
    await db.updateTable('clients').set({ level: 'basic' }).where('clientId', '=', clientId).execute();
    await dueAt(clientId);
    await watchIdentities(context);
    expect(await stateOf(started)).toBe('basic new 0');
  });

  test('approved ones are asked for after all others, and few in one run', async () => {
    await db
      .updateTable('identityChecks')
      .set({ status: 'approved', nextLookAt: new Date(0) })
      .execute();
    await db.updateTable('verifications').set({ status: 'approved' }).where('wizard', '=', 'identity').execute();
    const { clientId } = await start();
    await db.updateTable('identityChecks').set({ nextLookAt: new Date() }).where('clientId', '=', clientId).execute();
    const due = await listDue(db, 'sumsub', new Date());
    expect([due[0]?.clientId, due.length]).toEqual([clientId, 21]);
    await db.updateTable('identityChecks').set({ nextLookAt: null }).execute();
  });

  test('before the answer to our own call: found by our number', async () => {
    const started = await start();
    await db.updateTable('identityChecks').set({ applicantId: '' }).where('clientId', '=', started.clientId).execute();
    await decide(started, 'approved');
    expect(await stateOf(started)).toBe('identity approved 0');
  });

  test('of an applicant that is not ours, or unknown: stored and named', async () => {
    const stray = await world.sandbox.openIdentityApplicant(randomUUID());
    for (const applicant of [stray.id, 'f'.repeat(24)]) expect(await notify(eventOf(applicant))).toBe(204);
    await work();
    expect(await alarmsOf(stray.id)).toEqual([{ what: 'not_ours' }]);
    expect(await alarmsOf('f'.repeat(24))).toEqual([{ what: 'unknown_there' }]);
  });

  test('an answer that is cut in half is asked for again, and decides nothing', async () => {
    const started = await start();
    await world.sandbox.decideIdentityCheck(started.applicant, 'approved', '', { notify: 0 });
    await dueAt(started.clientId);
    await world.sandbox.makeFault({ provider: 'identity', fault: 'half', count: 1, call: 'get' });
    await expect(watchIdentities(context)).rejects.toThrow('sumsub');
    expect(await stateOf(started)).toBe('basic new 0');
    await dueAt(started.clientId);
    await watchIdentities(context);
    expect(await stateOf(started)).toBe('identity approved 0');
  });
});

describe('a decision and the program’s death', () => {
  test.each(['before', 'after'] as const)('%s its commit: the level has risen once, with one e-mail', async (when) => {
    const started = await start();
    await world.sandbox.decideIdentityCheck(started.applicant, 'approved', '', { notify: 0 });
    await dueAt(started.clientId);
    const dead = crashAt(db, 1, when, { isFinal: true });
    await watchIdentities({ ...context, db: dead.db }).catch(() => undefined);
    await dueAt(started.clientId);
    await watchIdentities(context);
    expect(await stateOf(started)).toBe('identity approved 0');
    expect(await emailsTo(started.email)).toEqual(['verification-approved']);
  });
});

describe('people and the provider', () => {
  test('what people refused stays refused, whatever the provider answers', async () => {
    const started = await start();
    await db
      .updateTable('verifications')
      .set({ status: 'rejected' })
      .where('clientId', '=', started.clientId)
      .execute();
    await decide(started, 'approved');
    expect(await stateOf(started)).toBe('basic rejected 1');
  });

  test('what people look at stays with them', async () => {
    const started = await start();
    await db
      .updateTable('verifications')
      .set({ status: 'uploaded' })
      .where('clientId', '=', started.clientId)
      .execute();
    await decide(started, 'approved');
    expect(await stateOf(started)).toBe('basic uploaded 1');
  });
});

describe('the end of an account', () => {
  test('closed: no answer counts, and the provider is asked no more', async () => {
    const started = await start();
    await db.updateTable('clients').set({ deletedAt: new Date() }).where('clientId', '=', started.clientId).execute();
    await world.sandbox.decideIdentityCheck(started.applicant, 'approved', '', { notify: 0 });
    await dueAt(started.clientId);
    await watchIdentities(context);
    const rows = await db
      .selectFrom('identityChecks')
      .select(['status', 'nextLookAt'])
      .where('clientId', '=', started.clientId)
      .execute();
    expect(rows).toEqual([{ status: 'open', nextLookAt: null }]);
  });

  test('erased: the applicant ends at the provider, also after a fault', async () => {
    const started = await start();
    await world.sandbox.makeFault({ provider: 'identity', fault: 'error', count: 1, call: 'end' });
    await db.transaction().execute((trx) => endApplicants(context, trx, started.clientId));
    await work();
    const ends = allJobs.filter(({ definition }) => definition.name === 'end-applicant');
    await drainJobs(world.jobContext, world.boss, ends, { isEarly: true });
    const there = (await world.sandbox.identityApplicants()).find(({ id }) => id === started.applicant);
    expect(there?.deleted).toBe(true);
  });
});
