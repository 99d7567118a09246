import type { ChainTransaction } from '../transaction.ts';
import { outpoint } from '../transaction.ts';

export type MempoolEntry = { transaction: ChainTransaction; fee: bigint; time: number; height: number };

/** Most transactions that wait before or behind another one, that one counted (Bitcoin Core's usual limits). */
const chainMost = 25;

/** Unconfirmed transactions, ordered so that parents come before children. */
export class Mempool {
  private readonly entries = new Map<string, MempoolEntry>();
  private readonly spenders = new Map<string, string>();

  get(txid: string): MempoolEntry | undefined {
    return this.entries.get(txid);
  }

  list(): MempoolEntry[] {
    return [...this.entries.values()];
  }

  /** The id of the transaction that spends an output here. */
  spenderOf(txid: string, vout: number): string | undefined {
    return this.spenders.get(outpoint(txid, vout));
  }

  add(entry: MempoolEntry): void {
    this.entries.set(entry.transaction.txid, entry);
    for (const input of entry.transaction.inputs)
      this.spenders.set(outpoint(input.txid, input.vout), entry.transaction.txid);
  }

  remove(txid: string): void {
    const entry = this.entries.get(txid);
    if (entry === undefined) return;
    this.entries.delete(txid);
    for (const input of entry.transaction.inputs) this.spenders.delete(outpoint(input.txid, input.vout));
  }

  /** Whether a node would refuse it, for what waits before it or behind one of those. */
  isChainTooLong({ inputs }: ChainTransaction): boolean {
    const before = this.ancestorsOf(inputs.map(({ txid }) => txid));
    if (before.size + 1 > chainMost) return true;
    return [...before].some((txid) => this.withDescendants(txid).length + 1 > chainMost);
  }

  private ancestorsOf(parents: readonly string[]): Set<string> {
    const found = new Set<string>();
    const open = [...parents];
    for (let txid = open.pop(); txid !== undefined; txid = open.pop()) {
      const entry = this.entries.get(txid);
      if (entry === undefined || found.has(txid)) continue;
      found.add(txid);
      open.push(...entry.transaction.inputs.map((input) => input.txid));
    }
    return found;
  }

  /** A transaction and all that descend from it here. */
  withDescendants(txid: string): string[] {
    const found = new Set([txid]);
    for (const { transaction } of this.entries.values()) {
      if (transaction.inputs.some((input) => found.has(input.txid))) found.add(transaction.txid);
    }
    return [...found];
  }
}
