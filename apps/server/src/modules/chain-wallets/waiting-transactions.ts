import type { BitcoinNode, NodeSpend } from '../../providers/bitcoin/port.ts';

/** Most transactions read in one look: the main net has as many new ones in about a minute. */
const readMost = 500;
/** Read at the same time: a node takes some requests beside each other. */
const together = 8;

/**
 * Transactions that wait for a block, each read once while it waits, so that a look costs as much as has come since the
 * last one, however many wait. Those that came since are read first, and the others in the looks after.
 */
export class WaitingTransactions {
  /** Read, and not to be read again. */
  #done = new Set<string>();
  /** Those of the last look. */
  #listed: ReadonlySet<string> = new Set();

  /**
   * The next ones that were not read yet, as far as the time goes. One whose reading the caller does not confirm with
   * `markDone` is read again.
   *
   * @throws ProviderError
   */
  async readNext(
    node: Pick<BitcoinNode, 'listWaiting' | 'readSpend'>,
    most = readMost,
    withinMs = Infinity,
  ): Promise<{ spends: NodeSpend[]; isAll: boolean }> {
    const waiting = await node.listWaiting();
    this.#done = new Set(waiting.filter((txid) => this.#done.has(txid)));
    const open = waiting.filter((txid) => !this.#done.has(txid));
    const isOld = (txid: string) => this.#listed.has(txid);
    const chosen = [...open.filter((txid) => !isOld(txid)), ...open.filter(isOld)].slice(0, most);
    this.#listed = new Set(waiting);
    const [spends, startedAt]: [NodeSpend[], number] = [[], performance.now()];
    let at = 0;
    for (; at < chosen.length && performance.now() - startedAt < withinMs; at += together) {
      const read = await Promise.all(chosen.slice(at, at + together).map((txid) => node.readSpend(txid)));
      spends.push(...read.filter((spend) => spend !== undefined));
    }
    return { spends, isAll: at >= chosen.length && chosen.length === open.length };
  }

  markDone(txids: readonly string[]): void {
    for (const txid of txids) this.#done.add(txid);
  }
}
