import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createDatabase } from '../database/create-database.ts';
import { listBalances, readBalance } from './balances.ts';
import {
  EntryConflict,
  InsufficientBalance,
  InvalidPostings,
  type NewEntry,
  type Posting,
  postEntry,
  readEntry,
  reverseEntry,
} from './entry.ts';
import { paths } from './paths.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url, { poolSize: 20 });
afterAll(() => db.destroy());

const tools = { clock: new ManualClock(), random: { bytes: (length: number) => randomBytes(length) } };
const card = paths.worldCard('acquirer');
let keys = 0;

function post(postings: readonly Posting[], changes: Partial<NewEntry> = {}) {
  keys += 1;
  const entry = { kind: 'test', reference: 'test', idempotencyKey: `key ${keys}`, postings, ...changes };
  return db.transaction().execute((trx) => postEntry(trx, tools, entry));
}

function euros(from: string, to: string, amount: bigint): Posting {
  return { from, to, amount, currency: 'EUR' };
}

describe('post-entry', () => {
  test('money moves from one account to another', async () => {
    await post([euros(card, paths.order('A1'), 25_000n), euros(paths.order('A1'), paths.serviceFee, 350n)]);
    expect(await readBalance(db, paths.order('A1'), 'EUR')).toBe(24_650n);
    expect(await readBalance(db, paths.serviceFee, 'EUR')).toBe(350n);
    expect(await readBalance(db, card, 'EUR')).toBe(-25_000n);
    expect(await readBalance(db, paths.order('A1'), 'USD')).toBe(0n);
  });

  test.each([-3_600_000, -120_000, 120_000, 400 * 86_400_000])(
    'by a clock that is wrong by %d ms nothing moves: its date would stay',
    async (wrongMs) => {
      const now = Date.now();
      const clock = vi.spyOn(Date, 'now').mockReturnValue(now + wrongMs);
      const wrong = post([euros(card, paths.order('A2'), 25_000n)], { idempotencyKey: `wrong by ${wrongMs}` });
      await expect(wrong).rejects.toThrow('clocks of this server and of the database differ');
      clock.mockRestore();
      expect(await readBalance(db, paths.order('A2'), 'EUR')).toBe(0n);
    },
  );

  test('the same key with the same postings is one entry', async () => {
    const entry = { idempotencyKey: 'same', reference: 'B1' };
    const postings = [euros(card, paths.order('B1'), 10n)];
    const first = await post(postings, entry);
    const second = await post(postings, entry);
    expect(first.isNew).toBe(true);
    expect(second).toEqual({ entryId: first.entryId, isNew: false });
    expect(await readBalance(db, paths.order('B1'), 'EUR')).toBe(10n);
  });

  test.each<[string, Posting[], Partial<NewEntry>]>([
    ['another amount', [euros(card, paths.order('B2'), 11n)], {}],
    ['another account', [euros(card, paths.order('B3'), 10n)], {}],
    ['another currency', [{ ...euros(card, paths.order('B2'), 10n), currency: 'USD' }], {}],
    ['one posting more', [euros(card, paths.order('B2'), 10n), euros(card, paths.order('B2'), 10n)], {}],
    ['another kind', [euros(card, paths.order('B2'), 10n)], { kind: 'other' }],
  ])('the same key with %s is a conflict', async (_what, postings, changes) => {
    await post([euros(card, paths.order('B2'), 10n)], { idempotencyKey: 'taken' });
    await expect(post(postings, { idempotencyKey: 'taken', ...changes })).rejects.toThrow(EntryConflict);
    expect(await readBalance(db, paths.order('B2'), 'EUR')).toBe(10n);
  });

  test('an order pays no more than it holds, and nothing of the entry is kept', async () => {
    await post([euros(card, paths.order('C1'), 10n)]);
    const overdraw = post([euros(card, paths.rounding, 1n), euros(paths.order('C1'), paths.treasury, 11n)]);
    await expect(overdraw).rejects.toMatchObject({ name: 'InsufficientBalance', path: 'order:C1', currency: 'EUR' });
    expect(await readBalance(db, paths.order('C1'), 'EUR')).toBe(10n);
    expect(await readBalance(db, paths.rounding, 'EUR')).toBe(0n);
  });

  test.each<[string, Posting[]]>([
    ['no postings', []],
    ['an amount of zero', [euros(card, paths.treasury, 0n)]],
    ['a negative amount', [euros(card, paths.treasury, -1n)]],
    ['more than the database can hold', [euros(card, paths.treasury, 10n ** 38n)]],
    ['one account on both ends', [euros(card, card, 1n)]],
    ['an unknown currency', [{ ...euros(card, paths.treasury, 1n), currency: 'XXX' }]],
    ['a path that is none', [euros('Treasury 1', card, 1n)]],
  ])('%s makes no entry', async (_what, postings) => {
    await expect(post(postings)).rejects.toThrow(InvalidPostings);
  });

  test('a transaction that is rolled back leaves nothing', async () => {
    const failed = db.transaction().execute(async (trx) => {
      const postings = [euros(card, paths.order('D1'), 10n)];
      await postEntry(trx, tools, { kind: 'test', reference: 'D1', idempotencyKey: 'rolled back', postings });
      throw new Error('later step failed');
    });
    await expect(failed).rejects.toThrow('later step failed');
    expect(await readEntry(db, { idempotencyKey: 'rolled back' })).toBeUndefined();
    expect(await readBalance(db, paths.order('D1'), 'EUR')).toBe(0n);
  });
});

describe('reverse-entry', () => {
  test('a reversal brings every account back, once', async () => {
    const { entryId } = await post([
      euros(card, paths.order('E1'), 70n),
      euros(paths.order('E1'), paths.treasury, 30n),
    ]);
    const reverse = () => db.transaction().execute((trx) => reverseEntry(trx, tools, entryId));
    const first = await reverse();
    const second = await reverse();
    expect(second).toEqual({ entryId: first.entryId, isNew: false });
    expect(await readBalance(db, paths.order('E1'), 'EUR')).toBe(0n);
    const reversal = await readEntry(db, { entryId: first.entryId });
    expect(reversal?.postings).toEqual([
      euros(paths.treasury, paths.order('E1'), 30n),
      euros(paths.order('E1'), card, 70n),
    ]);
  });

  test('what has been spent cannot be taken back', async () => {
    const { entryId } = await post([euros(card, paths.order('E2'), 70n)]);
    await post([euros(paths.order('E2'), paths.treasury, 1n)]);
    await expect(db.transaction().execute((trx) => reverseEntry(trx, tools, entryId))).rejects.toThrow(
      InsufficientBalance,
    );
    expect(await readBalance(db, paths.order('E2'), 'EUR')).toBe(69n);
  });
});

describe('many writers', () => {
  test('twenty writers on one order never take more than it holds', async () => {
    await post([euros(card, paths.order('F1'), 1_000n)]);
    const tries = Array.from({ length: 60 }, () => post([euros(paths.order('F1'), paths.treasury, 90n)]));
    const results = await Promise.allSettled(tries);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(results.length - refused.length).toBe(11);
    expect(refused.every((result) => result.reason instanceof InsufficientBalance)).toBe(true);
    expect(await readBalance(db, paths.order('F1'), 'EUR')).toBe(10n);
  });

  test('twenty writers with one key make one entry', async () => {
    const postings = [euros(card, paths.order('F2'), 5n)];
    const results = await Promise.all(Array.from({ length: 20 }, () => post(postings, { idempotencyKey: 'raced' })));
    expect(results.filter((result) => result.isNew)).toHaveLength(1);
    expect(await readBalance(db, paths.order('F2'), 'EUR')).toBe(5n);
  });

  test('writers that move money in both directions between two orders do not lock each other out', async () => {
    await post([euros(card, paths.order('F3'), 1_000n), euros(card, paths.order('F4'), 1_000n)]);
    const moves = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? post([euros(paths.order('F3'), paths.order('F4'), 3n)])
        : post([euros(paths.order('F4'), paths.order('F3'), 3n)]),
    );
    await Promise.all(moves);
    expect(await readBalance(db, paths.order('F3'), 'EUR')).toBe(1_000n);
  });
});

describe('the operator’s accounts have no row that all writers wait for', () => {
  const [first, second] = [paths.worldBank('busy'), paths.payinFee];
  const parts = async () =>
    (await db.selectFrom('ledgerHouseSums').select('part').where('path', '=', first).execute()).length;

  test('a writer that waits for its own program holds up no other one', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const entry = { kind: 'test', reference: 'busy', idempotencyKey: 'slow', postings: [euros(first, second, 1n)] };
    const slow = db.transaction().execute(async (trx) => {
      await postEntry(trx, tools, entry);
      await held;
    });
    for (let round = 0; round < 5; round += 1) await post([euros(first, second, 1n)]);
    release();
    await slow;
    expect(await readBalance(db, first, 'EUR')).toBe(-6n);
  });

  test('twelve writers that use two accounts in opposite orders never lock each other out, and lose nothing', async () => {
    const before = await readBalance(db, second, 'EUR');
    const both = async (round: number) =>
      db.transaction().execute(async (trx) => {
        const there = [euros(first, paths.rounding, 7n)];
        const back = [euros(paths.rounding, second, 7n)];
        for (const [index, postings] of (round % 2 === 0 ? [there, back] : [back, there]).entries())
          await postEntry(trx, tools, {
            kind: 'test',
            reference: 'busy',
            idempotencyKey: `busy ${round} ${index}`,
            postings,
          });
      });
    for (let wave = 0; wave < 10; wave += 1)
      await Promise.all(Array.from({ length: 12 }, (_, index) => both(wave * 12 + index)));
    expect(await readBalance(db, second, 'EUR')).toBe(before + 7n * 120n);
    expect(await parts()).toBeLessThanOrEqual(20);
  });
});

describe('any sequence of postings', () => {
  const account = fc.constantFrom(card, paths.treasury, paths.rounding, 'order:P1', 'order:P2', 'client:P3');
  const posting = fc.record({
    from: account,
    to: account,
    amount: fc.bigInt({ min: 1n, max: 1_000n }),
    currency: fc.constantFrom('EUR', 'BTC'),
  });
  const sequence = fc.array(fc.array(posting, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

  test('balances follow a plain model, sums stay zero, refusals change nothing', async () => {
    const model = new Map<string, bigint>();
    await fc.assert(
      fc.asyncProperty(sequence, async (entries) => {
        for (const postings of entries) {
          const usable = postings.filter(({ from, to }) => from !== to);
          if (usable.length === 0) continue;
          const next = applyTo(model, usable);
          const isAllowed = [...next].every(([key, balance]) => balance >= 0n || !/^(order|client):/.test(key));
          if (isAllowed) {
            await post(usable);
            for (const [key, balance] of next) model.set(key, balance);
          } else await expect(post(usable)).rejects.toThrow(InsufficientBalance);
        }
        for (const [key, balance] of model) {
          const [path = '', currency = ''] = key.split(' ');
          if (path.includes(':P')) expect(await readBalance(db, path, currency)).toBe(balance);
        }
        expect(await sumAll()).toEqual({ BTC: 0n, EUR: 0n, USD: 0n });
      }),
      { numRuns: 25 },
    );
  });
});

function applyTo(model: ReadonlyMap<string, bigint>, postings: readonly Posting[]): Map<string, bigint> {
  const next = new Map(model);
  for (const { from, to, amount, currency } of postings) {
    next.set(`${from} ${currency}`, (next.get(`${from} ${currency}`) ?? 0n) - amount);
    next.set(`${to} ${currency}`, (next.get(`${to} ${currency}`) ?? 0n) + amount);
  }
  return next;
}

async function sumAll(): Promise<Record<string, bigint>> {
  const sums: Record<string, bigint> = { BTC: 0n, EUR: 0n, USD: 0n };
  for (const root of ['world', 'order', 'client', 'treasury', 'income', 'rounding'])
    for (const { currency, balance } of await listBalances(db, root)) sums[currency] = (sums[currency] ?? 0n) + balance;
  return sums;
}
