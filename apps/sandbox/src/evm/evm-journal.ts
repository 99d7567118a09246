import type { Hex } from 'viem';
import type { ChainOutRow, ChainRow, Journal } from '../journal.ts';
import { ether, toAssetText, type EvmAsset } from './assets.ts';
import type { EvmNode } from './evm-node.ts';
import { type EvmPayment, readTransaction } from './read-evm-payment.ts';

/** How far back a reorganisation can reach. */
export const deepest = 100;

/** Journals what is sent on the sandbox's Ethereum and what becomes of it. */
export class EvmJournal {
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  addIn(txid: string, payment: EvmPayment, tag: string | null): void {
    this.journal.chain_in.push({ ...row(txid, payment), tag });
  }

  /** Journals what the product broadcast: what it pays, and that it replaces an earlier transaction with its nonce. */
  async addOut(txid: string, raw: Hex): Promise<void> {
    if (this.journal.chain_out.some((entry) => entry.txid === txid)) return;
    const { payment, sender, nonce } = await readTransaction(raw);
    const turn = `${sender}:${nonce}`;
    for (const entry of this.journal.chain_out)
      if (entry.turn === turn) Object.assign(entry, { replaced: true, dropped: true });
    this.journal.chain_out.push({ ...row(txid, payment), fee: '0', fee_currency: 'ETH', turn });
  }

  /** Marks every row that can have changed after the chain did. */
  async refresh(node: EvmNode): Promise<void> {
    const height = await node.height();
    for (const entry of this.rows()) {
      if (entry.confirmed && (entry.block ?? 0) < height - 2 * deepest) continue;
      await this.mark(node, entry);
    }
    for (const entry of this.journal.chain_out.filter(({ turn }) => turn !== undefined)) this.markReplaced(entry);
  }

  /** What an address got of an asset. */
  received(address: string, asset: EvmAsset): readonly ChainRow[] {
    return this.rows().filter(
      (entry) => entry.address === address && entry.currency === asset.code && !entry.dropped && !entry.failed,
    );
  }

  private rows(): (ChainRow & { fee?: string })[] {
    return [...this.journal.chain_in, ...this.journal.chain_out].filter((entry) => entry.chain === 'ethereum');
  }

  private async mark(node: EvmNode, entry: ChainRow & { fee?: string }): Promise<void> {
    const receipt = await node.receipt(entry.txid);
    if (receipt === undefined) {
      const dropped = (await node.transaction(entry.txid)) === undefined;
      Object.assign(entry, { confirmed: false, dropped, failed: false, block: undefined });
      if (entry.fee !== undefined) entry.fee = '0';
      return;
    }
    const failed = receipt.status !== '0x1';
    Object.assign(entry, { confirmed: true, dropped: false, failed, block: Number(receipt.blockNumber) });
    if (entry.fee !== undefined && ether !== undefined)
      entry.fee = toAssetText(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice), ether);
  }

  /** Of all transactions with one nonce at most one is in the chain; while none is, the last one counts. */
  private markReplaced(entry: ChainOutRow): void {
    const rivals = this.journal.chain_out.filter(({ turn }) => turn === entry.turn);
    const winner = rivals.find(({ confirmed }) => confirmed) ?? rivals.at(-1);
    entry.replaced = winner !== entry;
  }
}

function row(txid: string, { asset, address, units }: EvmPayment) {
  return {
    id: `${txid}:0`,
    txid,
    vout: 0,
    chain: 'ethereum' as const,
    reference: address,
    address,
    amount: toAssetText(units, asset),
    currency: asset.code,
    time: Date.now(),
    confirmed: false,
    dropped: false,
  };
}
