import { createTestDatabase } from '@causeway/testing/create-test-database';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../database/create-database.ts';
import { createJobQueue } from '../../jobs/create-job-queue.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { readBalance } from '../../ledger/balances.ts';
import { createLog } from '../../log.ts';
import { seedDemoClients } from '../../modules/clients/seed-demo-clients.ts';
import { deliverWebhookJob } from '../../modules/partners/queue-webhook.ts';
import { findSecretOwner } from '../../modules/partners/partner-secrets.ts';
import { explainError } from '../explain-error.ts';
import { partnersCommands, runPartnersCommand, type CommandContext } from './run-partners-command.ts';

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
  jobs = await createJobQueue({ url: database.url, log, isWorker: false, definitions: [deliverWebhookJob] });
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
    [['set', 'pk_lamps', '--fee', '11'], 'feePercent'],
    [['set', 'pk_lamps', '--fee', '-1'], 'fee'],
    [['set', 'pk_lamps', '--merchant', 'yes'], 'on or off'],
    [['set', 'pk_lamps', '--lock', 'everything'], 'locks.0'],
    [['set', 'pk_lamps', '--default', 'payoutCurrency'], 'name=value'],
    [['set', 'pk_lamps', '--default', 'dst=1'], 'dst'],
    [['set', 'pk_lamps', '--webhook', 'ftp://lamps.example'], 'webhookUrl'],
    [['set', 'pk_lamps', '--client', 'nobody@example.com'], 'nobody is registered'],
    [['set', 'pk_nobody', '--name', 'x'], 'no partner'],
    [['rotate-key', 'pk_nobody'], 'no partner'],
    [['replay', 'x'], 'no delivery'],
    [['settle', 'pk_nobody'], 'no partner'],
    [['set', 'pk_lamps', '--what', 'x'], 'what'],
  ])('%j is refused and changes nothing', async (args, words) => {
    const before = await show();
    expect(await failure(...args)).toContain(words);
    expect(await show()).toEqual(before);
  });

  test('prints the commands when none was given', async () => {
    for (const args of [[], ['help'], ['show'], ['constructor', 'x']])
      expect(await run(...args)).toContain('partners rotate-key');
  });

  test('changes a secret key: the new one works at once, the old one for so long', async () => {
    const keyOf = (text: string) => `Bearer ${/sk_[\w-]+/.exec(text.split('  ')[1] ?? '')?.[0] ?? ''}`;
    const first = keyOf(await run('rotate-key', 'pk_lamps'));
    const second = keyOf(await run('rotate-key', 'pk_lamps', '--overlap', '1'));
    const later = { ...context, clock: { now: () => new Date(Date.now() + 3_601_000) } };
    expect(await findSecretOwner(context, first)).toMatchObject({ partnerKey: 'pk_lamps' });
    expect(await findSecretOwner(later, first)).toBeUndefined();
    expect(await findSecretOwner(later, second)).toMatchObject({ partnerKey: 'pk_lamps' });
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
    const postings = [{ from: paths.treasury, to: paths.partner('pk_lamps'), amount: 125n, currency: 'EUR' }];
    await db
      .transaction()
      .execute((trx) =>
        postEntry(trx, context, { kind: 'test_fee', reference: 'test', idempotencyKey: 'test_fee', postings }),
      );
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

  test('a live server is strict: each command that changes something asks for a name and leaves a row', async () => {
    const rows = await db.selectFrom('operatorActions').select(['operator', 'action', 'subject']).execute();
    const changes = Object.entries(partnersCommands).filter(([, { action }]) => action !== undefined);
    expect(changes.map(([name]) => name)).toEqual([
      'create',
      'set',
      'rotate-key',
      'rotate-webhook',
      'replay',
      'settle',
    ]);
    for (const [name, { action }] of changes) {
      await expect(runPartnersCommand(context, [name, 'pk_lamps'])).rejects.toThrow('Add --by <name>');
      // There is no webhook here that could be sent again.
      if (name !== 'replay') expect(rows).toContainEqual({ operator: 'grace', action, subject: 'pk_lamps' });
    }
    // A refused command leaves no row.
    expect(rows.filter(({ subject }) => subject !== 'pk_lamps')).toEqual([]);
  });
});
