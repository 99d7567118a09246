import { beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { startWorker } from '../../worker.ts';
import { agreeWithChain } from './agree-with-chain.ts';

const world = await openOrderWorld();
const { db } = world.context;
const hashOf = (height: number) => height.toString(16).padStart(64, '0');

/** A process of its own beside a chain of so many blocks; it remembers which of them were read. */
function beside(tip: number, { brokenAt = -1, missingAt = -1, forkedAt = -1, pauseMs = 0 } = {}) {
  const read: number[] = [];
  const bitcoin = {
    ...world.context.providers.bitcoin,
    getHeight: async () => tip,
    getBlockHash: async (height: number) => hashOf(height),
    listWaiting: async () => [],
    readBlock: async (height: number) => {
      if (height === brokenAt) throw new ProviderError('bitcoin', 'unreachable');
      read.push(height);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (height === missingAt) return undefined;
      return { hash: hashOf(height), previous: hashOf(height === forkedAt ? 0 : height - 1), spends: [] };
    },
  };
  // Looks are kept by configuration.
  const config = { ...world.context.config };
  const context: AppContext = { ...world.context, config, providers: { ...world.context.providers, bitcoin } };
  return { context, read };
}
const progress = async () =>
  (await db.selectFrom('ownSpendScans').select('height').where('chain', '=', 'bitcoin').executeTakeFirst())?.height;

beforeEach(async () => {
  await db
    .insertInto('ownSpendScans')
    .values({ chain: 'bitcoin', height: 100, blockHash: hashOf(100), updatedAt: new Date() })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet({ height: 100, blockHash: hashOf(100) }))
    .execute();
});

describe('books and chain agree before anything is signed', () => {
  test('a look that fails keeps what it has read', async () => {
    const broken = beside(250, { brokenAt: 180 });
    await expect(agreeWithChain(broken.context, 'bitcoin')).rejects.toThrow();
    // Blocks 177 to 180 are read together.
    expect(await progress()).toBe(176);
    const next = beside(250);
    expect(await agreeWithChain(next.context, 'bitcoin')).toBe(true);
    expect([next.read[0], next.read.at(-1)]).toEqual([177, 250]);
  });

  test.each([
    ['is not there for a moment', 'missingAt', 110],
    ['is of another chain than the one before it', 'forkedAt', 107],
    ['is of another chain than the page before it', 'forkedAt', 109],
    ['is of another chain than the last one that was read', 'forkedAt', 101],
  ])('a block that %s is read by the next look', async (_what, fault, height) => {
    expect(await agreeWithChain(beside(110, { [fault]: height }).context, 'bitcoin')).toBe(false);
    expect(await progress()).toBeLessThan(height);
    const next = beside(110);
    expect(await agreeWithChain(next.context, 'bitcoin')).toBe(true);
    expect(next.read).toEqual(expect.arrayContaining([height, 110]));
  });

  test('one look is bounded, and nothing agrees until the end is read', async () => {
    const answers: boolean[] = [];
    const reads: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { context, read } = beside(560);
      answers.push(await agreeWithChain(context, 'bitcoin'));
      reads.push(read.length);
    }
    expect(answers).toEqual([false, false, true]);
    expect(Math.max(...reads)).toBeLessThanOrEqual(201);
    expect(await progress()).toBe(560);
  });

  test('in one process all share a look while it runs', async () => {
    const { context, read } = beside(240, { pauseMs: 10 });
    const first = agreeWithChain(context, 'bitcoin');
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const [one, other] = await Promise.all([first, agreeWithChain(context, 'bitcoin')]);
    expect([one, other]).toEqual([true, true]);
    expect(read).toEqual([...new Set(read)]);
  });

  test('of several processes one catches up, and the others hold', async () => {
    const [mine, theirs] = [beside(240, { pauseMs: 5 }), beside(240, { pauseMs: 5 })];
    const answers = await Promise.all([mine, theirs].map(({ context }) => agreeWithChain(context, 'bitcoin')));
    expect(new Set(answers)).toEqual(new Set([false, true]));
    expect(mine.read.length + theirs.read.length).toBe(140);
  });

  test('a worker starts while the chain is still being read', async () => {
    const { context } = beside(0);
    const never = new Promise<number>(() => {});
    const bitcoin = { ...context.providers.bitcoin, getHeight: () => never };
    const stalled = { ...context, providers: { ...context.providers, bitcoin } };
    const started = startWorker(stalled, world.boss).then(() => 'started');
    const late = new Promise((resolve) => setTimeout(resolve, 8000, 'late'));
    expect(await Promise.race([started, late])).toBe('started');
  });
});
