import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { dayMs } from '../../context.ts';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../database/create-database.ts';
import { requireProof } from '../../database/db.ts';
import { createJobQueue } from '../../jobs/create-job-queue.ts';
import { createLog } from '../../log.ts';
import { logDecisionJob, recordAction } from '../../modules/operators/record-action.ts';
import { readReferralSettings } from '../../modules/referral-rewards/settings.ts';
import {
  actAsOperator,
  endOperator,
  identifyOperator,
  listOperators,
  logDecision,
} from '../../modules/operators/operators.ts';
import { randomBytes } from '../../random-bytes.ts';
import { operatorsCommands, runOperatorsCommand } from './run-operators-command.ts';

const database = await createTestDatabase();
const db = createDatabase(database.ownerUrl, { poolSize: 2 });
const server = createDatabase(database.url, { poolSize: 2 });
const config = readConfig({});
const silent = createLog('silent');
const jobs = await createJobQueue({ url: database.url, log: silent, isWorker: false, definitions: [logDecisionJob] });
const context = { config, db, clock: { now: () => new Date() }, random: { bytes: randomBytes }, jobs: jobs.queue };
const live = { ...context, config: { ...config, ENVIRONMENT: 'live' as const } };
afterAll(async () => {
  await jobs.stop();
  await db.destroy();
  await server.destroy();
});

const run = (given: string, { by = 'grace', key = '', roles = '' } = {}) =>
  runOperatorsCommand(context, {
    given: given.split(' '),
    roles: roles.split(' ').filter((role) => role !== ''),
    name: by,
    key,
  });
const keyOf = (output: string) => /op_[\w-]{43}/.exec(output)?.[0] ?? '';
const identify = (name: string, key: string, role: 'money' | 'keys' | 'settings') =>
  identifyOperator(context, { name, key, role });

describe('operators have a key and roles of their own', () => {
  test('without registered operators a sandbox accepts the name, and a live server refuses it', async () => {
    expect(await identify('grace', '', 'money')).toBe('grace');
    await expect(identify(' ', '', 'money')).rejects.toThrow('Who are you?');
    await expect(identifyOperator(live, { name: 'grace', key: '', role: 'money' })).rejects.toThrow(
      'Nobody is registered.',
    );
    await expect(run('set-referrals 25 5 10 20', { by: '' })).rejects.toThrow('Who are you?');
  });

  test('the first operator adds itself, and from then on a name without its key is refused', async () => {
    await expect(run('add grace', { roles: 'money' })).rejects.toThrow('needs the role operators');
    await expect(run('add grace', { roles: 'everything' })).rejects.toThrow('everything is no role');
    const key = keyOf(await run('add grace', { roles: 'operators settings' }));
    const edith = keyOf(await run('add edith', { key, roles: 'money' }));
    expect(await run('list')).toBe('edith  money\ngrace  operators, settings');

    expect(await identify('edith', edith, 'money')).toBe('edith');
    for (const [name, wrong] of [
      ['edith', ''],
      ['edith', key],
      ['mallory', key],
      ['grace', edith],
    ] as const)
      await expect(identify(name, wrong, 'money'), `${name} ${wrong}`).rejects.toThrow('is not known by this key');
    await expect(identify('edith', edith, 'keys')).rejects.toThrow('edith has not the role keys');
    await expect(run('add mallory', { by: 'edith', key: edith, roles: 'money' })).rejects.toThrow('has not the role');

    await run('roles edith', { key, roles: 'keys' });
    await expect(identify('edith', edith, 'money')).rejects.toThrow('has not the role');
    const renewed = keyOf(await run('new-key edith', { key }));
    await expect(identify('edith', edith, 'keys')).rejects.toThrow('is not known');
    expect(await identify('edith', renewed, 'keys')).toBe('edith');
    await run('end edith', { key });
    await expect(identify('edith', renewed, 'keys')).rejects.toThrow('is not known');
    await expect(run('end grace', { key })).rejects.toThrow('Somebody has to keep the role');

    const rows = await db
      .selectFrom('operatorActions')
      .select(['operator', 'action', 'subject'])
      .orderBy('at')
      .execute();
    expect(rows.filter(({ action }) => action !== 'operator_refused')).toEqual([
      { operator: 'grace', action: 'operator_added', subject: 'grace' },
      { operator: 'grace', action: 'operator_added', subject: 'edith' },
      { operator: 'grace', action: 'operator_changed', subject: 'edith' },
      { operator: 'grace', action: 'operator_key_replaced', subject: 'edith' },
      { operator: 'grace', action: 'operator_ended', subject: 'edith' },
    ]);
    const refused = rows.filter(({ action }) => action === 'operator_refused');
    expect(refused.filter(({ operator }) => operator === 'edith').length).toBeGreaterThan(3);
    expect(refused.some(({ operator }) => operator === 'mallory')).toBe(false);
    const kept = await db.selectFrom('operators').selectAll().execute();
    expect(JSON.stringify(kept.map(({ keyHash }) => keyHash.toString('latin1')))).not.toContain(key);
  });

  test('once two give roles, a key or a role takes both of them, on a live server', async () => {
    await db.deleteFrom('operators').execute();
    const strict = { ...live, config: { ...live.config, OPERATOR_ALONE_EUR: 0 } };
    const keys = new Map<string, string>();
    const ask = (by: string, given: string, roles: string[] = []) =>
      runOperatorsCommand(strict, { given: given.split(' '), roles, name: by, key: keys.get(by) ?? '' });
    const rows = async () => (await db.selectFrom('operatorActions').selectAll().orderBy('at').execute()).length;
    // An operator acts alone until a second one has the role.
    for (const name of ['ann', 'bob']) keys.set(name, keyOf(await ask('ann', `add ${name}`, ['operators'])));
    const byTwo = Object.entries(operatorsCommands).filter(([, { role, isByTwo }]) => role === 'operators' && isByTwo);
    expect(byTwo.map(([name]) => name)).toEqual(['add', 'roles', 'new-key']);
    for (const [name, { hasRoles }] of byTwo) {
      const given = name === 'add' ? 'add carl' : `${name} carl`;
      const roles = hasRoles === true ? ['money', 'keys'] : [];
      const before = [await db.selectFrom('operators').selectAll().execute(), await rows()] as const;
      for (let round = 1; round <= 2; round += 1) {
        expect(await ask('ann', given, roles), given).toMatch(/^Asked for, and not done/);
        expect([await db.selectFrom('operators').selectAll().execute(), await rows()]).toEqual([
          before[0],
          before[1] + round,
        ]);
      }
      // Another role is another decision.
      if (hasRoles === true) expect(await ask('bob', given, ['money', 'settings'])).toMatch(/^Asked for/);
      expect(await ask('bob', given, roles)).not.toMatch(/^Asked for/);
    }
    // Who has left must be out at once.
    expect(await ask('ann', 'end carl')).toBe('carl has left.');
    await db.deleteFrom('operators').execute();
  });

  test('who ends the only other one makes keys alone a day later and not before', async () => {
    const [ask, ahead] = await twoOnLive();
    expect(await ask('ann', 'end bob')).toBe('bob has left.');
    for (const [given, roles] of [
      ['add carl', ['operators', 'money']],
      ['add bob', ['operators', 'money']],
      ['roles ann', ['operators', 'money']],
      ['new-key ann', []],
    ] as const)
      expect(await ask('ann', given, roles), given).toMatch(/^Asked for, and not done/);
    ahead(dayMs + 1);
    expect(keyOf(await ask('ann', 'add carl', ['operators', 'money']))).not.toBe('');
    await db.deleteFrom('operators').execute();
  });

  test('a program whose clock is ahead does not take today for that day', async () => {
    const [ask] = await twoOnLive();
    await ask('ann', 'end bob');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + dayMs + 1 });
    const made = ask('ann', 'new-key ann').finally(() => vi.useRealTimers());
    await expect(made).rejects.toThrow('The clocks of this server and of the database differ');
    expect(await ask('ann', 'new-key ann')).toMatch(/^Asked for/);
    await db.deleteFrom('operators').execute();
  });

  test.each([
    ['the end of who asked', 'end ann'],
    ['a new key of who asked', 'new-key ann'],
    ['other roles of who asked', 'roles ann'],
  ])('what waits for a second person is over with %s', async (_name, given) => {
    const [ask] = await twoOnLive();
    expect(await ask('ann', 'add eve', ['operators'])).toMatch(/^Asked for/);
    expect(await ask('ann', 'add carl', ['operators'])).toMatch(/^Asked for/);
    expect(keyOf(await ask('bob', 'add carl', ['operators']))).not.toBe('');
    const roles = given.startsWith('roles') ? ['settings'] : [];
    await ask('carl', given, roles);
    if (!given.startsWith('end')) await ask('bob', given, roles);
    expect(await ask('bob', 'add eve', ['operators'])).toMatch(/^Asked for/);
    await db.deleteFrom('operators').execute();
  });

  test('of two who end each other at once one stays, so that somebody can make operators', async () => {
    const [ask] = await twoOnLive();
    const other = createDatabase(database.ownerUrl, { poolSize: 1 });
    const [begun, seen] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const done = other.transaction().execute(async (trx) => {
      await endOperator(context, trx, { name: 'ann', operator: 'bob' });
      begun.resolve(undefined);
      await seen.promise;
    });
    await begun.promise;
    const answered = ask('ann', 'end bob').catch(String);
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 500))]);
    seen.resolve(undefined);
    await done;
    expect(await answered).toContain('ann is not known by this key');
    expect((await listOperators(db)).map(({ name }) => name)).toEqual(['bob']);
    await other.destroy();
    await db.deleteFrom('operators').execute();
  });

  test('who ends an operator waits for what that one has proved, and nothing is carried out afterwards', async () => {
    const [ask] = await twoOnLive();
    const key = 'the key of carl';
    const row = { name: 'carl', roles: ['keys'], createdAt: new Date() };
    await db
      .insertInto('operators')
      .values({ ...row, keyHash: createHash('sha256').update(key).digest() })
      .execute();
    const { acting } = await actAsOperator({ ...live, db: server }, { name: 'carl', key, role: 'keys' });
    const end = () => recordAction(acting, server, { operator: 'carl', action: 'all_sessions_ended', subject: 'all' });
    await end();
    const order: string[] = [];
    const [proved, commit] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const under = server.transaction().execute(async (trx) => {
      await requireProof(acting, trx);
      proved.resolve(undefined);
      await commit.promise;
    });
    await proved.promise;
    const ended = ask('ann', 'end carl').then((said) => order.push(said));
    await new Promise((resolve) => setTimeout(resolve, 300));
    order.push('committed');
    commit.resolve(undefined);
    await Promise.all([under, ended]);
    expect(order).toEqual(['committed', 'carl has left.']);
    await expect(end()).rejects.toThrow('carl has ended');
    await db.deleteFrom('operators').execute();
  });

  test('law 3, who had ended since a copy, or has another key or other roles, is ended again by the security log', async () => {
    const [ask] = await twoOnLive();
    const add = async (name: string, createdAt: Date) => {
      const row = { name, roles: ['money'], keyHash: createHash('sha256').update(name).digest(), createdAt };
      await db.insertInto('operators').values(row).execute();
    };
    const copiedAt = new Date(Date.now() - dayMs);
    for (const name of ['carl', 'dora', 'emil', 'fred']) await add(name, copiedAt);
    // Came back, or was added, after that line.
    await add('gina', new Date());
    const line = (action: string, reason: string, time = new Date(Date.now() - 60_000)) =>
      JSON.stringify({ time, msg: 'security', event: 'operator_acted', action, operator: 'ann', reason });
    const lines = [
      line('operator_ended', 'carl'),
      line('operator_key_replaced', 'dora'),
      line('operator_changed', 'emil'),
      line('operator_refused', 'fred'),
      line('operator_ended', 'gina'),
      line('operator_ended', 'somebody'),
      'a line of another kind',
    ];
    const file = join(await mkdtemp(join(tmpdir(), 'causeway-operators-')), 'security.log');
    await writeFile(file, lines.join('\n'));
    expect(await ask('ann', `end-forgotten ${file}`)).toBe('These have left, as after the copy: carl, dora, emil.');
    expect((await listOperators(db)).map(({ name }) => name)).toEqual(['ann', 'bob', 'fred', 'gina']);
    expect(await ask('ann', `end-forgotten ${file}`)).toBe('None of them is here.');
    const later = new Date(Date.now() + 60_000);
    await writeFile(file, `${line('operator_key_replaced', 'ann', later)}\n${line('operator_ended', 'bob', later)}`);
    await expect(ask('ann', `end-forgotten ${file}`)).rejects.toThrow('Somebody has to keep the role operators.');
    // The page about restoring: one who is left adds the others alone once the owner forgets who has left.
    await writeFile(file, line('operator_key_replaced', 'bob', later));
    expect(await ask('ann', `end-forgotten ${file}`)).toContain('bob');
    expect(await ask('ann', 'add bob', ['operators'])).toMatch(/^Asked for/);
    await db.deleteFrom('operators').where('endedAt', 'is not', null).execute();
    expect(keyOf(await ask('ann', 'add bob', ['operators']))).not.toBe('');
    await writeFile(file, 'nothing of it');
    await expect(ask('ann', `end-forgotten ${file}`)).rejects.toThrow('has no line of the security log');
    await expect(ask('ann', 'end-forgotten none')).rejects.toThrow('none cannot be read.');
    await db.deleteFrom('operators').execute();
  });

  test('on a live server two people say what brings a reward, as one could give it to an account of the own', async () => {
    const [ask] = await twoOnLive();
    const settings = () => db.selectFrom('referralSettings').selectAll().execute();
    const before = await settings();
    await ask('ann', 'roles ann', ['operators', 'settings']);
    await ask('bob', 'roles ann', ['operators', 'settings']);
    await ask('ann', 'roles bob', ['operators', 'settings']);
    await ask('bob', 'roles bob', ['operators', 'settings']);
    for (let round = 1; round <= 2; round += 1)
      expect(await ask('ann', 'set-referrals 100 0 0.01 9999')).toMatch(/^Asked for, and not done/);
    expect(await ask('bob', 'set-referrals 99 0 0.01 9999')).toMatch(/^Asked for, and not done/);
    expect(await settings()).toEqual(before);
    expect(await ask('bob', 'set-referrals 100 0 0.01 9999')).toContain('100 % and 0 %');
    await db.deleteFrom('operators').execute();
  });

  /** Two who give roles, on a live server. @returns gives a command, and lets time pass */
  async function twoOnLive() {
    await db.deleteFrom('operators').execute();
    await db.deleteFrom('operatorReleases').execute();
    let aheadMs = 0;
    const clock = { now: () => new Date(Date.now() + aheadMs) };
    const strict = { ...live, clock, config: { ...live.config, OPERATOR_ALONE_EUR: 0 } };
    const keys = new Map<string, string>();
    const ask = async (by: string, given: string, roles: readonly string[] = []) => {
      const output = await runOperatorsCommand(strict, {
        given: given.split(' '),
        roles,
        name: by,
        key: keys.get(by) ?? '',
      });
      const [command, name = ''] = given.split(' ');
      if ((command === 'add' || command === 'new-key') && keyOf(output) !== '') keys.set(name, keyOf(output));
      return output;
    };
    for (const name of ['ann', 'bob']) await ask('ann', `add ${name}`, ['operators']);
    return [ask, (milliseconds: number) => (aheadMs = milliseconds)] as const;
  }

  test('the server’s own role makes no operator, gives no role and changes no setting', async () => {
    const row = { name: 'mallory', roles: ['money'], keyHash: Buffer.alloc(32), createdAt: new Date() };
    await expect(server.insertInto('operators').values(row).execute()).rejects.toThrow(/permission/);
    await expect(
      server
        .updateTable('operators')
        .set({ roles: ['money'] })
        .execute(),
    ).rejects.toThrow(/permission/);
    await expect(server.updateTable('referralSettings').set({ firstPercent: 100 }).execute()).rejects.toThrow(
      /permission/,
    );
  });
});

test('3-53 what brings a reward is set by name, and a setting that cannot be is refused', async () => {
  await db.deleteFrom('operators').execute();
  expect(await run('set-referrals 30 10 25.00 0')).toContain('30 % and 10 %');
  expect(await readReferralSettings(db)).toEqual({
    percents: { 1: 30, 2: 10 },
    leastPayout: 2_500n,
    unverifiedMost: 0n,
  });
  await run('set-referrals 20 5 10 20.50');
  expect(await run('referrals')).toBe(
    '20 % and 5 % of the service fee, paid from 10.00 EUR; for clients whom nobody verified 20.50 EUR a month',
  );
  for (const wrong of ['80 30 10 20', '25 5 0 20', '25 5 -1 20', '2.5 5 10 20', '25 5 10 1e3', '25 5 10'])
    await expect(run(`set-referrals ${wrong}`), wrong).rejects.toThrow();
  const rows = db.selectFrom('operatorActions').select(['operator', 'details']);
  const changed = rows.where('action', '=', 'referral_settings_changed').where('operator', '=', 'grace');
  expect(await changed.execute()).toHaveLength(2);
});

// What a program prints is kept nowhere, and a restore forgets the rows: the log alone says what is to be given again.
test('every decision of an operator is a line of the security log, of its transaction and without a secret', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const say = (facts: Parameters<typeof logDecision>[1]) => logDecision({ ...context, log }, facts);
  const { rows } = await sql<{ payload: unknown }>`
    select data -> 'payload' as payload from pgboss.job where name = ${logDecisionJob.name}
  `.execute(db);
  const payloads = rows.map(({ payload }) => logDecisionJob.payload.parse(payload));
  const kept = await db.selectFrom('operatorActions').select(['operator', 'action', 'subject']).execute();
  const sorted = (all: readonly object[]) =>
    all.map((one) => JSON.stringify(one, Object.keys(one).toSorted())).toSorted();
  expect(kept.length).toBeGreaterThan(20);
  expect(sorted(payloads)).toEqual(sorted(kept));
  for (const payload of payloads) say(payload);
  const [first] = kept;
  expect(lines).toHaveLength(kept.length);
  expect(lines.join('')).not.toContain('op_');
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: 'security',
      event: 'operator_acted',
      operator: first?.operator,
      action: first?.action,
      reason: first?.subject.split(' ').slice(0, 2).join(' '),
    }),
  );
  lines.length = 0;
  say({ operator: 'ann', action: 'address_looked_up', subject: 'DE89370400440532013000' });
  say({ operator: 'ann', action: 'release_asked', subject: 'by-hand CW1 paid to Ada' });
  expect(lines.join('')).not.toMatch(/DE89|Ada/);
  expect(lines.join('')).toContain('by-hand CW1');
});
