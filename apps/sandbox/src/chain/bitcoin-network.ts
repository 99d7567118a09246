import type { Journal } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { Bitcoin } from './bitcoin.ts';
import { toCoins } from './coins.ts';
import { Faucet } from './faucet.ts';
import { addressOf, walletKey } from './network.ts';
import type { SavedChain } from './bitcoin.ts';
import type { ChainTransaction } from './transaction.ts';

type Settings = { seed: string; journal: Journal; timers: Timers; blockSeconds: number };

/** The Bitcoin network together with the people outside the product who use it. */
export class BitcoinNetwork {
  node: Bitcoin;
  faucet: Faucet;
  private addressCount = 0;
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
    [this.node, this.faucet] = this.start();
    this.keepMining();
  }

  /** Begins a new chain, after all timers were stopped. */
  restart(): void {
    this.addressCount = 0;
    [this.node, this.faucet] = this.start();
    this.keepMining();
  }

  save(): SavedChain & { addressCount: number } {
    return { addressCount: this.addressCount, ...this.node.save() };
  }

  /** Continues where an earlier start ended. Its journal must be restored before. */
  restore(saved: SavedChain & { addressCount: number }): void {
    this.addressCount = saved.addressCount;
    [this.node, this.faucet] = this.start(saved);
  }

  /** A fresh address outside the product. */
  newAddress(): string {
    this.addressCount += 1;
    return walletKey(this.settings.seed, `outside:${this.addressCount}`).address;
  }

  /** Pays an address from the faucet and journals it; undefined when the faucet has too little. */
  send(address: string, script: Uint8Array, value: bigint, tag: string | null): ChainTransaction | undefined {
    const transaction = this.faucet.send(script, value);
    if (transaction === undefined) return undefined;
    const entry = { ...row(transaction, 0, address, value), tag };
    // A dropped transaction that is sent again from the same coins is the same transaction.
    const { chain_in: journal } = this.settings.journal;
    if (!journal.some(({ id }) => id === entry.id)) journal.push(entry);
    return transaction;
  }

  /**
   * Journals what the product broadcast: one row per output that does not go back to where the coins came from, or one
   * that shows the fee where all of them do.
   */
  recordBroadcast(transaction: ChainTransaction, fee: bigint): void {
    const journal = this.settings.journal.chain_out;
    if (journal.some((entry) => entry.txid === transaction.txid)) return;
    const sources = new Set(transaction.inputs.map((input) => this.addressSpentBy(input.txid, input.vout)));
    if (sources.has(this.faucet.key.address)) return;
    const paid = transaction.outputs.flatMap(({ address, value }, vout) =>
      address === undefined ? [] : [{ address, value, vout }],
    );
    const away = paid.filter(({ address }) => !sources.has(address));
    for (const { address, value, vout } of away.length > 0 ? away : paid.slice(0, 1))
      journal.push({ ...row(transaction, vout, address, value), fee: toCoins(fee) });
  }

  private addressSpentBy(txid: string, vout: number): string | undefined {
    const { chain, mempool } = this.node;
    const source = mempool.get(txid)?.transaction ?? chain.transaction(txid);
    const script = source?.outputs[vout]?.script;
    return script && addressOf(script);
  }

  private keepMining(): void {
    const { timers, blockSeconds } = this.settings;
    if (blockSeconds > 0) timers.every(blockSeconds * 1000, () => this.node.mine(1));
  }

  private start(saved?: SavedChain): [Bitcoin, Faucet] {
    const { seed, journal } = this.settings;
    const key = walletKey(seed, 'faucet');
    const node = new Bitcoin(
      {
        rewardScript: key.script,
        now: Date.now,
        onMoved: (txid, mark) => journal.markTransaction(txid, mark),
      },
      saved,
    );
    return [node, new Faucet(node, key)];
  }
}

function row(transaction: ChainTransaction, vout: number, address: string, value: bigint) {
  return {
    id: `${transaction.txid}:${vout}`,
    txid: transaction.txid,
    vout,
    chain: 'bitcoin' as const,
    reference: address,
    address,
    amount: toCoins(value),
    currency: 'BTC',
    time: Date.now(),
    confirmed: false,
    dropped: false,
  };
}
