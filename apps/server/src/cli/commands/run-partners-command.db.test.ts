import { presetNames, type PresetName } from '@causeway/contract/shapes/presets';
import { createTestDatabase } from '@causeway/testing/create-test-database';
import { sql } from 'kysely';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../database/create-database.ts';
import { createJobQueue } from '../../jobs/create-job-queue.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { readBalance } from '../../ledger/balances.ts';
import { createLog } from '../../log.ts';
import { addClient } from '../../modules/clients/add-client.ts';
import { seedDemoClients } from '../../modules/clients/seed-demo-clients.ts';
import { isPartnersClient } from '../../modules/merchants/open-buyer.ts';
import { logDecisionJob } from '../../modules/operators/record-action.ts';
import { deliverWebhookJob } from '../../modules/partners/queue-webhook.ts';
import { findSecretOwner } from '../../modules/partners/partner-secrets.ts';
import { selectPartner } from '../../modules/partners/store.ts';
import { selectPartnerKeys } from '../../modules/transactions/store.ts';
import { explainError } from '../run-program.ts';
import {
  partnersCommands,
  readPartnersCommand,
  runPartnersCommand,
  type CommandContext,
} from './run-partners-command.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url);
const log = createLog('silent');
let jobs: Awaited<ReturnType<typeof createJobQueue>>;
let context: CommandContext;
const shown = z.looseObject({
  name: z.string(),
  keys: z.array(z.looseObject({ keyId: z.string() })),
  webhookKeys: z.array(z.string()),
});
const run = (...args: string[]) => runPartnersCommand(context, [...args, '--by', 'grace']);
const show = async () => shown.parse(JSON.parse(await run('show', 'pk_lamps')));
const failure = async (...args: string[]) => explainError(await run(...args).catch((error: unknown) => error));

beforeAll(async () => {
  jobs = await createJobQueue({
    url: database.url,
    log,
    isWorker: false,
    definitions: [deliverWebhookJob, logDecisionJob],
  });
  const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
  context = { config: readConfig({}), db, clock: { now: () => new Date() }, random, jobs: jobs.queue };
  await seedDemoClients(context);
});
afterAll(async () => {
  await jobs.stop();
  await db.destroy();
});

describe('the operator', () => {
  test('adds a partner, once, and changes what was named only', async () => {
    const origins = ['--origin', 'https://lamps.example', '--origin', 'https://lamps.example:8443'];
    await run('create', 'pk_lamps', '--name', 'Lamps', ...origins, '--fee', '0.5', '--merchant', 'on');
    expect(await failure('create', 'pk_lamps', '--name', 'Lamps')).toContain('is there already');
    await run(
      'set',
      'pk_lamps',
      '--client',
      'Partner@example.com',
      '--default',
      'payoutCurrency=BTC',
      '--lock',
      'payoutCurrency',
    );
    expect(await show()).toMatchObject({
      name: 'Lamps',
      allowedOrigins: ['https://lamps.example', 'https://lamps.example:8443'],
      isMerchant: true,
      feePercent: 5000,
      defaults: { payoutCurrency: 'BTC' },
      locks: ['payoutCurrency'],
    });
    await run('set', 'pk_lamps', '--lock', '', '--default', '');
    expect(await show()).toMatchObject({ locks: [], defaults: {}, feePercent: 5000 });
    expect(await run('list')).toContain('pk_lamps');
  });

  test.each([
    [['create', 'lamps', '--name', 'Lamps'], 'partnerKey'],
    [['create', 'pk_new'], 'name'],
    [['set', 'pk_lamps', '--origin', 'https://*.lamps.example'], 'allowedOrigins.0'],
    [['set', 'pk_lamps', '--origin', 'https://lamps.example.'], 'allowedOrigins.0'],
    [['set', 'pk_lamps', '--origin', 'http://lamps.example'], 'allowedOrigins.0'],
    [['set', 'pk_lamps', '--name', '<b>Lamps</b>'], 'name'],
    [['set', 'pk_lamps', '--fee', '-1'], 'fee'],
    [['set', 'pk_lamps', '--merchant', 'yes'], 'on or off'],
    [['set', 'pk_lamps', '--lock', 'everything'], 'locks.0'],
    [['set', 'pk_lamps', '--default', 'payoutCurrency'], 'name=value'],
    [['set', 'pk_lamps', '--default', 'dst=1'], 'dst'],
    [['set', 'pk_lamps', '--default', 'clientEmail=payer@example.com'], 'of one payer'],
    [['set', 'pk_lamps', '--webhook', 'ftp://lamps.example'], 'webhookUrl'],
    [['set', 'pk_lamps', '--client', 'nobody@example.com'], 'nobody is registered'],
    [['set', 'pk_nobody', '--name', 'x'], 'no partner'],
    [['rotate-key', 'pk_nobody'], 'no partner'],
    [['rotate-key', 'pk_lamps', '--scope', 'write'], 'must be all or read'],
    [['replay', 'x'], 'no delivery'],
    [['settle', 'pk_nobody'], 'no partner'],
    [['set', 'pk_lamps', '--what', 'x'], 'what'],
  ])('%j is refused and changes nothing', async (args, words) => {
    const before = await show();
    expect(await failure(...args)).toContain(words);
    expect(await show()).toEqual(before);
  });

  test('says of a number what may be typed', async () => {
    for (const fee of ['50', '10.0001', '100', 'a tenth'])
      expect(await failure('set', 'pk_lamps', '--fee', fee)).toBe(
        '--fee: must be a percent such as 0.5, at most 10 %.',
      );
    for (const hours of ['1000', 'a day'])
      for (const name of ['rotate-key', 'rotate-webhook'])
        expect(await failure(name, 'pk_lamps', '--overlap', hours)).toBe('--overlap: must be hours, from 0 to 720.');
    expect(await failure('rotate-key', 'pk_lamps', '--scope', 'write')).toBe('--scope: must be all or read.');
    for (const limit of ['0', '5000', 'all'])
      expect(await failure('deliveries', 'pk_lamps', '--limit', limit)).toBe('--limit: must be from 1 to 1000.');
    expect(await failure('deliveries', 'pk_lamps', '--status', 'lost')).toBe(
      '--status: must be waiting, delivered or given_up.',
    );
    for (const radius of ['23', '1.5', 'round'])
      expect(await failure('set', 'pk_lamps', '--radius', radius)).toBe('--radius: must be pixels, from 0 to 22.');
  });

  test('says what is wrong with a command', async () => {
    expect(await failure()).toMatch(/^No command is named\.\n/);
    expect(await failure('constructor', 'x')).toMatch(/^There is no command constructor\.\n/);
    expect(await failure('show')).toMatch(/^show takes <partner key>\.\n {2}show <partner key>\n/);
    expect(await failure('show', 'Lamp', 'Shop')).toMatch(/^show takes <partner key>\. A value with spaces stands in/);
  });

  test('changes a secret key: the new one works at once, the old one for so long', async () => {
    const keyOf = (text: string) => `Bearer ${/sk_[\w-]+/.exec(text.split('  ')[1] ?? '')?.[0] ?? ''}`;
    const first = keyOf(await run('rotate-key', 'pk_lamps'));
    const second = keyOf(await run('rotate-key', 'pk_lamps', '--overlap', '1'));
    const later = { ...context, clock: { now: () => new Date(Date.now() + 3_601_000) } };
    expect(await findSecretOwner(context, first)).toMatchObject({ partnerKey: 'pk_lamps' });
    expect(await findSecretOwner(later, first)).toBeUndefined();
    expect(await findSecretOwner(later, second)).toMatchObject({ partnerKey: 'pk_lamps' });
    const reading = keyOf(await run('rotate-key', 'pk_lamps', '--overlap', '0', '--scope', 'read'));
    expect(await findSecretOwner(context, reading)).toMatchObject({ partnerKey: 'pk_lamps', readsOnly: true });
    expect(await findSecretOwner(context, second)).toMatchObject({ readsOnly: false });
    const rows = await db.selectFrom('partnerSecrets').select('secretHash').execute();
    expect(JSON.stringify(rows)).not.toContain(second.slice(10));
  });

  test('changes a webhook secret, which is sealed in the database', async () => {
    const output = await run('rotate-webhook', 'pk_lamps');
    const [keyId = '', secret = ''] = output.split(/\s+/);
    expect((await show()).webhookKeys).toContain(keyId);
    expect(JSON.stringify(await db.selectFrom('webhookSecrets').selectAll().execute())).not.toContain(secret);
    expect(await run('deliveries', 'pk_lamps')).toBe('There are none.');
  });

  test('pays a partner what its fee has earned, once', async () => {
    await earn('pk_lamps');
    expect(await run('fees', 'pk_lamps')).toBe('1.25 EUR  earned');
    const [paid, again] = [await run('settle', 'pk_lamps'), await run('settle', 'pk_lamps')];
    expect([paid, again]).toEqual(['1.25 EUR', 'Nothing was earned since.']);
    const { niceId } = await db
      .selectFrom('clients')
      .select('niceId')
      .where('email', '=', 'partner@example.com')
      .executeTakeFirstOrThrow();
    expect(await readBalance(db, paths.client(niceId), 'EUR')).toBe(125n);
    expect(await readBalance(db, paths.partner('pk_lamps'), 'EUR')).toBe(0n);
    expect(await run('fees', 'pk_lamps')).toBe('There are none.');
  });

  test('a refused command leaves no row', async () => {
    const rows = await db.selectFrom('operatorActions').select('subject').execute();
    expect(rows.filter(({ subject }) => subject !== 'pk_lamps')).toEqual([]);
  });
});

/** Money that a partner's fee has earned. */
async function earn(partnerKey: string): Promise<void> {
  const idempotencyKey = `test_fee:${randomUUID()}`;
  const postings = [{ from: paths.treasury, to: paths.partner(partnerKey), amount: 125n, currency: 'EUR' }];
  const entry = { kind: 'test_fee', reference: 'test', idempotencyKey, postings };
  await db.transaction().execute((trx) => postEntry(trx, context, entry));
}

/** A webhook that was not delivered. */
async function insertUndelivered(partnerKey: string): Promise<string> {
  const { clientId } = await db.selectFrom('clients').select('clientId').limit(1).executeTakeFirstOrThrow();
  const [id, createdAt] = [randomUUID(), context.clock.now()];
  const pair = { payinCurrency: 'EUR', payinGroup: 'card', payoutCurrency: 'BTC', payoutGroup: 'bitcoin' };
  const price = { ...pair, payinAmount: 1n, payoutAmount: 1n, isFloatingRate: true, pricing: '{}' };
  const quote = { quoteId: id, ...price, createdAt, expiresAt: createdAt };
  await db
    .insertInto('quotes')
    .values({ ...quote, isPayoutTyped: false })
    .execute();
  const order = { ...quote, orderId: id, niceId: id, clientId, partnerKey, status: 'finished', email: 'x' };
  const rest = { payinAmountEur: 1n, payinAmountUsd: 1n, payinDeadline: createdAt, destinationAddress: 'x' };
  await db
    .insertInto('orders')
    .values({ ...order, ...rest, language: 'en' })
    .execute();
  const row = { deliveryId: id, partnerKey, orderId: id, version: 1, status: 'given_up', createdAt };
  await db.insertInto('partnerDeliveries').values(row).execute();
  return id;
}

/** What a command needs in the world so that it can be carried out, and what it is then given. */
const arranged: Readonly<Record<string, (partnerKey: string) => Promise<readonly [string, ...string[]]>>> = {
  create: async (partnerKey) => [`${partnerKey}_more`, '--name', 'More lamps'],
  set: async (partnerKey) => [partnerKey, '--client', 'partner@example.com', '--fee', '1'],
  'rotate-key': async (partnerKey) => [partnerKey],
  'rotate-webhook': async (partnerKey) => [partnerKey],
  replay: async (partnerKey) => [await insertUndelivered(partnerKey)],
  settle: async (partnerKey) => {
    await earn(partnerKey);
    return [partnerKey];
  },
};

/** Commands of the role `partners` that say who is paid. */
const byTwo: ReadonlySet<string> = new Set(['set']);

describe('commands that move money or keys leave a row with a name', () => {
  const changes = Object.entries(partnersCommands).filter(([, { action }]) => action !== undefined);
  const strict = () => ({ ...context, config: { ...context.config, OPERATOR_ALONE_EUR: 0 } });
  const readAll = async () => {
    const { rows } = await sql<{ actionId: string }>`select * from operator_actions order by action_id`.execute(db);
    return rows;
  };

  test('every command that changes something is carried out here', () => {
    expect(Object.keys(arranged).toSorted()).toEqual(changes.map(([name]) => name).toSorted());
  });

  test.each(changes)('partners %s', async (name, { action, role }) => {
    const partnerKey = `pk_${randomBytes(4).toString('hex')}`;
    await run('create', partnerKey, '--name', 'Lamps', '--client', 'partner@example.com');
    const [subject, ...given] = (await arranged[name]?.(partnerKey)) ?? [''];
    const leave = async (by: readonly string[], own = context) => {
      const before = new Set((await readAll()).map(({ actionId }) => actionId));
      const output = await runPartnersCommand(own, [name, subject, ...given, ...by]).catch(explainError);
      return { output, rows: (await readAll()).filter(({ actionId }) => !before.has(actionId)) };
    };
    expect(await leave([])).toEqual({ output: 'Who are you? Add --by <name>.', rows: [] });
    // Without a registered operator, a live server takes no name.
    const live = { ...context, config: { ...context.config, ENVIRONMENT: 'live' as const } };
    expect(await leave(['--by', 'ann'], live)).toEqual({
      output: expect.stringContaining('Nobody is registered'),
      rows: [],
    });
    let first = await leave(['--by', 'ann'], strict());
    // Money and keys take two people, and who is paid for a partner.
    const isAsked = role === 'money' || role === 'keys' || byTwo.has(name);
    expect(first.output.startsWith('Asked for, and not done')).toBe(isAsked);
    if (isAsked) {
      expect(first.output).not.toMatch(/sk_|whsec_/);
      expect(first.rows).toMatchObject([{ operator: 'ann', action: 'release_asked' }]);
      expect((await leave(['--by', 'ann'], strict())).rows).toMatchObject([{ action: 'release_asked' }]);
      first = await leave(['--by', 'bob'], strict());
    }
    expect(JSON.stringify(first.rows)).not.toContain('@');
    expect(first.rows).toMatchObject([{ operator: isAsked ? 'bob' : 'ann', action, subject }]);
    expect(await leave(['--by', 'ann', '--what', 'x'], strict())).toMatchObject({ rows: [] });
  });

  test.each(changes)('partners %s of what is not there leaves none', async (name, { role }) => {
    const before = await readAll();
    const what = name === 'create' ? ['lamps', '--name', 'x'] : ['pk_nobody'];
    await expect(run(name, ...what)).rejects.toThrow();
    if (role === 'keys') await expect(runPartnersCommand(strict(), [name, ...what, '--by', 'ann'])).rejects.toThrow();
    expect(await readAll()).toEqual(before);
  });

  // One with a stolen key would read each payer's address.
  test('where webhooks of a partner go takes two people, and that there are none takes one', async () => {
    const partnerKey = `pk_${randomBytes(4).toString('hex')}`;
    const set = async (by: string, address: string) =>
      runPartnersCommand(strict(), ['set', partnerKey, '--webhook', address, '--by', by]);
    const place = async () => (await selectPartner(db, partnerKey))?.webhookUrl;
    await run('create', partnerKey, '--name', 'Lamps');
    expect(await set('ann', 'https://lamps.example/hook')).toContain('Asked for, and not done');
    expect(await place()).toBe('');
    await set('bob', 'https://lamps.example/hook');
    expect(await place()).toBe('https://lamps.example/hook');
    await set('ann', '');
    expect(await place()).toBe('');
  });

  const presetsThatPay: readonly (readonly [PresetName, string])[] = [
    ['dstAddress', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['dstTag', '7'],
    ['payToPartner', '1'],
    ['isMerchant', '1'],
    ['isDonation', '1'],
    ['payinAmount', '1'],
    ['payoutAmount', '1'],
    ['purchaseAmount', '1'],
    ['purchaseCurrency', 'EUR'],
  ];
  const others = presetNames.filter((name) => !presetsThatPay.some(([paying]) => paying === name));

  test.each(presetsThatPay)(
    'who is paid for a partner takes two people by a preset of its pages too: %s',
    async (name, value) => {
      const partnerKey = `pk_${randomBytes(4).toString('hex')}`;
      const give = (by: string, ...args: string[]) => runPartnersCommand(strict(), [...args, '--by', by]);
      const byTwoPeople = async (...args: string[]) => {
        const before = await selectPartner(db, partnerKey);
        expect(await give('ann', ...args)).toContain('Asked for, and not done');
        expect(await selectPartner(db, partnerKey)).toEqual(before);
        expect(await give('bob', ...args)).toContain(partnerKey);
      };
      await byTwoPeople('create', partnerKey, '--name', 'Lamps', '--default', `${name}=${value}`);
      await byTwoPeople('set', partnerKey, '--lock', name);
      // What else is changed is one person's decision, and the same once more is no change.
      const same = [
        '--default',
        `${name}=${value}`,
        '--default',
        'payoutCurrency=ETH',
        '--lock',
        name,
        '--name',
        'Lights',
      ];
      expect(await give('ann', 'set', partnerKey, ...same)).toContain('Lights');
      await byTwoPeople('set', partnerKey, '--lock', '');
      await byTwoPeople('set', partnerKey, '--default', 'payoutCurrency=ETH');
    },
  );

  test.each(others)('the preset %s of its pages takes one', async (name) => {
    const partnerKey = `pk_${randomBytes(4).toString('hex')}`;
    const create = ['create', partnerKey, '--name', 'Lamps', '--lock', name, '--by', 'ann'];
    expect(await runPartnersCommand(strict(), create)).toContain(partnerKey);
  });

  test('a settlement of a partner that owes in another currency takes two people, who read what it owes', async () => {
    const partnerKey = `pk_${randomBytes(4).toString('hex')}`;
    await run('create', partnerKey, '--name', 'Lamps', '--client', 'partner@example.com');
    await earn(partnerKey);
    const owed = { from: paths.partner(partnerKey), to: paths.treasury, amount: 40_000n, currency: 'BTC' };
    const entry = { kind: 'test_loss', reference: 'test', idempotencyKey: `test_loss:${partnerKey}`, postings: [owed] };
    await db.transaction().execute((trx) => postEntry(trx, context, entry));
    const wide = { ...context, config: { ...context.config, OPERATOR_ALONE_EUR: 1000 } };
    const settle = (by: string) => runPartnersCommand(wide, ['settle', partnerKey, '--by', by]);
    expect(await settle('ann')).toMatch(/^Asked for, and not done: .* The partner owes 0\.00040000 BTC\.$/);
    expect(await readBalance(db, paths.partner(partnerKey), 'EUR')).toBe(125n);
    expect(await settle('bob')).toBe('1.25 EUR');
    expect(await settle('bob')).toBe('Nothing was earned since.');
  });

  test('partners: a command without a record names no client', async () => {
    await run('set', 'pk_lamps', '--client', 'partner@example.com');
    const before = await readAll();
    const person = db.selectFrom('clients').select(['niceId', 'email']).where('email', '=', 'partner@example.com');
    const { niceId, email } = await person.executeTakeFirstOrThrow();
    for (const [name, { action }] of Object.entries(partnersCommands)) {
      if (action !== undefined) continue;
      const output = await runPartnersCommand(context, name === 'list' ? [name] : [name, 'pk_lamps']);
      expect(
        [niceId, email].filter((value) => output.includes(value)),
        name,
      ).toEqual([]);
    }
    expect(await readAll()).toEqual(before);
  });
});

describe('an unconfirmed account has no owner', () => {
  const clients = () => db.selectFrom('clients').selectAll().orderBy('clientId').execute();
  const partners = () => db.selectFrom('partners').selectAll().orderBy('partnerKey').execute();
  const squat = async () => {
    const email = `${randomUUID()}@example.com`;
    const account = { email, language: 'en', partnerKey: null, passwordHash: '', referrerId: '' } as const;
    return { email, clientId: (await addClient(context, db, account)) ?? '' };
  };

  test.each([
    ['create', 'pk_squatted', '--name', 'Lamps'],
    ['set', 'pk_lamps'],
    ['set', 'pk_lamps', '--merchant', 'on', '--fee', '1'],
  ])('an account with an unconfirmed e-mail address gets no role of a partner: %s %s', async (...args) => {
    const { email } = await squat();
    const before = [await clients(), await partners(), await db.selectFrom('operatorActions').selectAll().execute()];
    expect(await failure(...args, '--client', email.toUpperCase())).toContain('is registered, but not confirmed');
    expect([await clients(), await partners(), await db.selectFrom('operatorActions').selectAll().execute()]).toEqual(
      before,
    );
  });

  test('one that has the role all the same, by whatever way, is paid nothing and sees nothing', async () => {
    const { clientId } = await squat();
    await run('create', 'pk_taken', '--name', 'Taken', '--client', 'partner@example.com');
    await db.updateTable('partners').set({ clientId }).where('partnerKey', '=', 'pk_taken').execute();
    await db
      .updateTable('clients')
      .set({ emailConfirmedAt: null, isPartner: true })
      .where('clientId', '=', clientId)
      .execute();
    await earn('pk_taken');
    expect(await failure('settle', 'pk_taken')).toContain('not confirmed');
    expect(await readBalance(db, paths.partner('pk_taken'), 'EUR')).toBe(125n);
    expect((await selectPartner(db, 'pk_taken'))?.clientId).toBeNull();
    const sees = async () => [await selectPartnerKeys(db, clientId), await isPartnersClient(db, 'pk_taken', clientId)];
    expect(await sees()).toEqual([[], false]);
    await db.updateTable('clients').set({ emailConfirmedAt: new Date() }).where('clientId', '=', clientId).execute();
    expect(await sees()).toEqual([['pk_taken'], true]);
    expect(await run('settle', 'pk_taken')).toBe('1.25 EUR');
  });
});

test.each(['set', 'rotate-key', 'rotate-webhook', 'settle'])(
  'law "Fresh proof": %s that is under way when its operator ends changes nothing',
  async (name) => {
    const read = async () => [await selectPartner(db, 'pk_lamps'), (await show()).keys, (await show()).webhookKeys];
    const before = await read();
    const { role = '' } = partnersCommands[name] ?? {};
    const acting = { ...context, proof: { name: 'ann', keyHash: randomBytes(32), role } };
    const { values } = readPartnersCommand([name, 'pk_lamps', '--by', 'ann']);
    await expect(partnersCommands[name]?.run(acting, 'pk_lamps', values)).rejects.toThrow('ann has ended');
    expect(await read()).toEqual(before);
  },
);
