import { ChainState } from './chain-state.ts';
import { type Accepted, type Rejection, checkTransaction } from './mempool/check-transaction.ts';
import { coinbaseTransaction, regtestBits, sealBlock } from './block.ts';
import { Mempool } from './mempool/mempool.ts';
import type { MempoolEntry } from './mempool/mempool.ts';
import type { ChainTransaction } from './transaction.ts';
import { decodeTransaction, isCoinbase } from './transaction.ts';

export type SavedChain = {
  branch: number;
  feeRate: string;
  blocks: { time: number; transactions: string[] }[];
  mempool: string[];
};

type Settings = {
  /** Where block rewards go. */
  rewardScript: Uint8Array;
  /** Unix milliseconds. */
  now: () => number;
  /** Called whenever a transaction enters or leaves a block or the mempool. */
  onMoved: (txid: string, now: { confirmed: boolean; dropped: boolean }) => void;
};

const reward = 5_000_000_000n;
const firstBlocks = 200;
const firstBlockSpacing = 600;

/** A Bitcoin network of one node: its best chain and its mempool. */
export class Bitcoin {
  readonly chain = new ChainState();
  readonly mempool = new Mempool();
  /** What estimatesmartfee answers, in satoshi per virtual byte. */
  feeRate = 5n;
  private branch = 0;
  private readonly settings: Settings;

  /** Starts with 200 blocks of rewards, or from the `saved` state. */
  constructor(settings: Settings, saved?: SavedChain) {
    this.settings = settings;
    if (saved !== undefined) {
      this.restore(saved);
      return;
    }
    const start = this.seconds() - firstBlocks * firstBlockSpacing;
    for (let height = 1; height <= firstBlocks; height += 1) this.extend([], start + height * firstBlockSpacing);
  }

  /** Asks whether a transaction would be accepted, changing nothing. */
  check(transaction: ChainTransaction): Accepted | Rejection {
    return checkTransaction(this.chain, this.mempool, transaction);
  }

  /** Takes a transaction into the mempool, throwing out what it replaces. */
  submit(transaction: ChainTransaction): Accepted | Rejection {
    const result = this.check(transaction);
    if ('reason' in result) return result;
    for (const txid of result.replaces) this.drop(txid);
    this.mempool.add({ transaction, fee: result.fee, time: this.seconds(), height: this.chain.height });
    this.settings.onMoved(transaction.txid, { confirmed: false, dropped: false });
    return result;
  }

  /** Makes the mempool forget a transaction and its descendants, as nodes do with old or replaced ones. */
  drop(txid: string): void {
    for (const gone of this.mempool.withDescendants(txid)) {
      this.mempool.remove(gone);
      this.settings.onMoved(gone, { confirmed: false, dropped: true });
    }
  }

  /** Mines blocks with everything that waits; returns the new height. */
  mine(blocks: number): number {
    for (let count = 0; count < blocks; count += 1) {
      const entries = this.mempool.list();
      this.extend(entries);
      for (const { transaction } of entries) {
        this.mempool.remove(transaction.txid);
        this.settings.onMoved(transaction.txid, { confirmed: true, dropped: false });
      }
    }
    return this.chain.height;
  }

  /**
   * Replaces the last `depth` blocks by one empty block more than that. Their transactions wait in the mempool again,
   * except those in `drop`, which the network forgets together with what spends them.
   */
  reorganise(depth: number, drop: readonly string[]): number {
    const returned: MempoolEntry[] = [];
    for (let count = 0; count < depth; count += 1) {
      const block = this.chain.disconnect();
      const entries = block.transactions
        .filter((transaction) => !isCoinbase(transaction))
        .map((transaction) => ({ transaction, fee: 0n, time: this.seconds(), height: block.height }));
      returned.unshift(...entries);
    }
    this.branch += 1;
    const waiting = this.mempool.list();
    for (const { transaction } of waiting) this.mempool.remove(transaction.txid);
    for (let count = 0; count <= depth; count += 1) this.extend([]);
    this.readmit([...returned, ...waiting], new Set(drop));
    return this.chain.height;
  }

  /** The chain as times and raw transactions, from which the same blocks can be built again. */
  save(): SavedChain {
    return {
      branch: this.branch,
      feeRate: String(this.feeRate),
      blocks: this.chain.blocks.slice(1).map((block) => ({
        time: block.time,
        transactions: block.transactions.map((transaction) => transaction.hex),
      })),
      mempool: this.mempool.list().map((entry) => entry.transaction.hex),
    };
  }

  private restore(saved: SavedChain): void {
    this.branch = saved.branch;
    this.feeRate = BigInt(saved.feeRate);
    for (const { time, transactions } of saved.blocks)
      this.connect(
        transactions.flatMap((hex) => decodeTransaction(hex) ?? []),
        time,
      );
    for (const hex of saved.mempool) {
      const transaction = decodeTransaction(hex);
      if (transaction) this.submit(transaction);
    }
  }

  private readmit(entries: MempoolEntry[], dropped: ReadonlySet<string>): void {
    for (const { transaction } of entries) {
      const gone = dropped.has(transaction.txid) || 'reason' in this.submit(transaction);
      if (gone) this.settings.onMoved(transaction.txid, { confirmed: false, dropped: true });
    }
  }

  private extend(entries: MempoolEntry[], time = this.nextTime()): void {
    const height = this.chain.height + 1;
    const fees = entries.reduce((total, entry) => total + entry.fee, 0n);
    const transactions = [
      coinbaseTransaction(height, this.branch, reward + fees, this.settings.rewardScript),
      ...entries.map((entry) => entry.transaction),
    ];
    this.connect(transactions, time);
  }

  private connect(transactions: ChainTransaction[], time: number): void {
    const header = { version: 0x20_00_00_00, previous: this.chain.tip.hash, time, bits: regtestBits, nonce: 0 };
    this.chain.connect(sealBlock(this.chain.height + 1, header, transactions));
  }

  private nextTime(): number {
    return Math.max(this.chain.tip.time + 1, this.seconds());
  }

  private seconds(): number {
    return Math.floor(this.settings.now() / 1000);
  }
}
