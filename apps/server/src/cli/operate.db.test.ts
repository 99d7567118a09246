import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createDatabase } from '../database/create-database.ts';
import { readBalance } from '../ledger/balances.ts';
import { postEntry } from '../ledger/entry.ts';
import { paths } from '../ledger/paths.ts';
import { nameOrders } from '../modules/order-numbers/find-order.ts';
import { openOrderWorld } from '../modules/orders/fixtures/open-order-world.ts';
import { commands } from './commands/operate-commands.ts';

const world = await openOrderWorld();
const { context } = world;
const { db } = context;

const operate = (...given: readonly string[]) => runEntry('operate', given);

const ownSettings = { DATABASE_URL: world.databaseUrl, SANDBOX_URL: context.config.SANDBOX_URL ?? '' };

/** Runs a program as a person at the server's command line does. */
async function runEntry(
  program: string,
  given: readonly string[],
  cwd = tmpdir(),
  settings: Readonly<Record<string, string>> = ownSettings,
) {
  const entry = fileURLToPath(new URL(`${program}.ts`, import.meta.url));
  const env = { PATH: process.env['PATH'], ...settings };
  const child = spawn(process.execPath, ['--conditions=source', entry, ...given], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => written.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, said: Buffer.concat(written).toString('utf8').trim() };
}

/** Money of a client that waits for a person. */
async function keep(account: (client: string) => string, amount: bigint): Promise<string> {
  const { niceId } = await world.signInClient();
  await db.transaction().execute((trx) =>
    postEntry(trx, context, {
      kind: 'test_kept',
      reference: niceId,
      idempotencyKey: `test_kept:${randomUUID()}`,
      postings: [{ from: paths.treasury, to: account(niceId), amount, currency: 'EUR' }],
    }),
  );
  return niceId;
}

/** Of each program that opens the database, a command that only lists. */
const lists: Readonly<Record<string, readonly string[]>> = {
  operate: ['alarms'],
  operators: ['list'],
  partners: ['list'],
  months: ['list'],
  records: ['agreed', 'CW1'],
};
/** One of them brings the database up to date, the other one names what it lacks among the other faults. */
const apart = ['migrate', 'check-config'];

test('every program that opens the database is walked below', async () => {
  const files = (await readdir(new URL('.', import.meta.url))).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const opening: string[] = [];
  for (const name of files) {
    const text = await readFile(new URL(name, import.meta.url), 'utf8');
    if (name !== 'run-program.ts') expect(text, name).not.toContain('readConfig(');
    if (text.includes('await open') && name !== 'run-program.ts') opening.push(name.replace('.ts', ''));
  }
  expect(opening.toSorted()).toEqual([...apart, ...Object.keys(lists)].toSorted());
});

// A copy of before an upgrade: the runbook gives a command before any server has started.
test('a database of an earlier version is refused by what it lacks', { timeout: 120_000 }, async () => {
  const owner = createDatabase(world.ownerUrl, { poolSize: 1 });
  const { rows } = await sql<{ name: string }>`
    delete from migrations where name = (select max(name) from migrations) returning name
  `.execute(owner);
  const name = rows[0]?.name ?? '';
  const said: Record<string, unknown> = {};
  for (const [program, given] of Object.entries(lists)) said[program] = await runEntry(program, given);
  await sql`insert into migrations (name, applied_at) values (${name}, now())`.execute(owner);
  await owner.destroy();
  const refused = { code: 1, said: expect.stringContaining(`lacks the migration ${name}`) };
  expect(said).toEqual(Object.fromEntries(Object.keys(lists).map((program) => [program, refused])));
});

// Else it would start an empty sandbox's database in that folder, and list "None." beside a server with open alarms.
test('a program takes its settings from the .env of its folder, as npm start does', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'settings-'));
  await writeFile(
    join(folder, '.env'),
    `DATABASE_URL=${world.databaseUrl}\nSANDBOX_URL=${context.config.SANDBOX_URL}\n`,
  );
  const held = await keep(paths.held, 4321n);
  const listed = await runEntry('operate', ['kept'], folder, {});
  expect(listed).toEqual({ code: 0, said: `${held}  held  43.21 EUR` });
  expect(await readdir(folder)).toEqual(['.env']);
  expect((await runEntry('operate', ['free-held', held, 'EUR', 'held', '--by', 'ann'], folder, {})).code).toBe(0);
  await rm(folder, { recursive: true });
});

const actionsOf = (subject: string) =>
  db.selectFrom('operatorActions').select(['action', 'operator']).where('subject', '=', subject).execute();

describe('an operator’s commands about kept money', { timeout: 240_000 }, () => {
  test('list it, free it, and book it, each once and by name', async () => {
    const held = await keep(paths.held, 1234n);
    const left = await keep(paths.unplaced, 56n);
    const listed = await operate('kept');
    expect(listed.code).toBe(0);
    expect(listed.said.split('\n').toSorted()).toEqual(
      [`${held}  held  12.34 EUR`, `${left}  left  0.56 EUR`].toSorted(),
    );

    expect(await operate('free-held', held, 'EUR', 'held')).toEqual({ code: 1, said: 'Who are you? Add --by <name>.' });
    const freed = { code: 0, said: `12.34 EUR is on the balance of ${held}.` };
    expect(await operate('free-held', held, 'EUR', 'held', '--by', 'ann')).toEqual(freed);
    expect(await readBalance(db, paths.client(held), 'EUR')).toBe(1234n);
    expect(await actionsOf(held)).toEqual([{ action: 'held_freed', operator: 'ann' }]);
    expect((await operate('free-held', held, 'EUR', 'held', '--by', 'ann')).code).toBe(1);

    const booked = await operate('book-kept', left, 'EUR', 'left', 'paid from elsewhere', '--by', 'ann');
    expect(booked).toMatchObject({ code: 0, said: expect.stringContaining('0.56 EUR') });
    expect(await readBalance(db, paths.unplaced(left), 'EUR')).toBe(0n);
    expect(await actionsOf(left)).toEqual([{ action: 'kept_booked', operator: 'ann' }]);
    expect(await operate('kept')).toEqual({ code: 0, said: 'None.' });
  });

  test('say what is wrong, and change nothing', async () => {
    expect(await operate('free-held', 'CLNOBODY', 'EUR', 'held', '--by', 'ann')).toMatchObject({
      code: 1,
      said: expect.stringContaining('no client'),
    });
    expect((await operate('free-held', 'CLNOBODY', 'EUR', 'other', '--by', 'ann')).code).toBe(1);
    expect((await operate('book-kept', 'CLNOBODY', 'EUR', 'held', '--by', 'ann')).said).toContain('book-kept <client>');
    const looked = ['--although', 'txid', '--although', 'another'];
    expect((await operate('kept', ...looked)).said).toMatch(/^kept takes no --although\.\n {2}kept /);
    expect(
      (await operate('settle-payment', 'card_one', 'pay_nothing', 'back', ...looked, '--by', 'ann')).said,
    ).toContain('knows no payment');
  });
});

describe('an order is named as its client reads it out, or by its long id', { timeout: 240_000 }, () => {
  /** What a command says, given what the program makes of the words after it. */
  const say = async (name: string, ...given: readonly string[]) =>
    commands[name]?.run(context, 'ann', await nameOrders(context, given));

  test('find-order finds it in every spelling, and says what is wrong with any other', async () => {
    const { order } = await world.buy(await world.signIn());
    const number = String(order['number']);
    const found = await operate('find-order', number);
    expect(found).toMatchObject({ code: 0, said: expect.stringContaining(`${number}  ${order.nice_id}  `) });
    const bare = number.replace('CW-', '');
    const spellings = [number.toLowerCase(), ` ${number}`, `CW${bare}`, bare, bare.replace(' ', ''), order.nice_id];
    for (const spelling of [...spellings, order.nice_id.toLowerCase()])
      expect(await say('find-order', spelling), spelling).toBe(found.said);
    const wrong = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
    await expect(say('find-order', wrong)).rejects.toThrow(`${wrong} is no order number: a digit of it is wrong`);
  });

  test('every other command that takes an order takes the number too', async () => {
    const { order } = await world.buy(await world.signIn());
    const number = String(order['number']);
    for (const name of ['retry', 'stop', 'to-balance', 'by-hand', 'release', 'give-back']) {
      const said = say(name, ` ${number.toLowerCase()}`, 'transfer 4711');
      await expect(said, name).rejects.toThrow(order.nice_id);
      await expect(said, name).rejects.not.toThrow('There is no order');
    }
    expect(await nameOrders(context, ['bt_17', number])).toEqual(['bt_17', order.nice_id]);
  });
});
