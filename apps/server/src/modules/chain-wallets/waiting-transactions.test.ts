import { describe, expect, test, vi } from 'vitest';
import type { NodeSpend } from '../../providers/bitcoin/port.ts';
import { WaitingTransactions } from './waiting-transactions.ts';

/** A node whose waiting transactions a test sets. */
function openNode(waiting: string[]) {
  const reads: string[] = [];
  return {
    waiting,
    reads,
    listWaiting: async () => [...waiting],
    readSpend: async (txid: string): Promise<NodeSpend> => {
      reads.push(txid);
      return { txid, inputs: [], payments: [] };
    },
  };
}

async function look(known: WaitingTransactions, node: ReturnType<typeof openNode>, most: number) {
  const { spends, isAll } = await known.readNext(node, most);
  const txids = spends.map(({ txid }) => txid);
  known.markDone(txids);
  return { txids, isAll };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

describe('growth: transactions that wait for a block', () => {
  test('a look reads no more than its share, and in time every one once', async () => {
    const [known, node] = [new WaitingTransactions(), openNode(many(1050))];
    const seen: string[] = [];
    for (let isAll = false; !isAll;) {
      const found = await look(known, node, 100);
      expect(found.txids.length).toBeLessThanOrEqual(100);
      ({ isAll } = found);
      seen.push(...found.txids);
    }
    expect(seen.toSorted()).toEqual(many(1050).toSorted());
    expect((await look(known, node, 100)).txids).toEqual([]);
    expect(node.reads).toHaveLength(1050);
  });

  test('a look of limited time reads what it can, and the next one the rest', async () => {
    const [known, node] = [new WaitingTransactions(), openNode(many(20))];
    const real = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + node.reads.length * 1000);
    const seen: string[] = [];
    for (const [left, most, withinMs] of [
      [12, Infinity, 7900],
      [3, 9, Infinity],
      [0, Infinity, 7900],
    ] as const) {
      const { spends, isAll } = await known.readNext(node, most, withinMs);
      const txids = spends.map(({ txid }) => txid);
      known.markDone(txids);
      seen.push(...txids);
      expect([20 - seen.length, isAll]).toEqual([left, left === 0]);
    }
    clock.mockRestore();
  });

  test('one that has just come is read at once, however many wait before it', async () => {
    const [known, node] = [new WaitingTransactions(), openNode(many(20_000))];
    await look(known, node, 100);
    node.waiting.push('ours');
    expect((await look(known, node, 100)).txids[0]).toBe('ours');
  });

  test('one that left and came back is read again, and one that was not confirmed as done too', async () => {
    const [known, node] = [new WaitingTransactions(), openNode(['a', 'b'])];
    known.markDone((await known.readNext(node)).spends.map(({ txid }) => txid).slice(0, 1));
    expect((await look(known, node, 100)).txids).toEqual(['b']);
    node.waiting.splice(0, 1);
    await look(known, node, 100);
    node.waiting.push('a');
    expect((await look(known, node, 100)).txids).toEqual(['a']);
  });
});
