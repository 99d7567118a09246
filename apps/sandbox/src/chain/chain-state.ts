import { type Block, genesisBlock } from './block.ts';
import type { ChainTransaction } from './transaction.ts';
import { isCoinbase, outpoint } from './transaction.ts';

/** An unspent output of the best chain. */
export type Coin = {
  txid: string;
  vout: number;
  value: bigint;
  script: Uint8Array;
  address: string | undefined;
  height: number;
  coinbase: boolean;
};

/** The best chain with its unspent outputs, and the stale blocks that once were on it. */
export class ChainState {
  readonly blocks: Block[] = [];
  readonly coins = new Map<string, Coin>();
  private readonly known = new Map<string, Block>();
  private readonly confirmed = new Map<string, Block>();
  private readonly undo = new Map<string, Coin[]>();

  constructor() {
    const genesis = genesisBlock();
    this.blocks.push(genesis);
    this.known.set(genesis.hash, genesis);
  }

  get tip(): Block {
    const tip = this.blocks.at(-1);
    if (tip === undefined) throw new Error('a chain has at least its genesis block');
    return tip;
  }

  get height(): number {
    return this.tip.height;
  }

  /** A block by its hash, stale ones too. */
  block(hash: string): Block | undefined {
    return this.known.get(hash);
  }

  isOnBestChain(block: Block): boolean {
    return this.blocks[block.height] === block;
  }

  /** The block of the best chain that holds a transaction. */
  blockOf(txid: string): Block | undefined {
    return this.confirmed.get(txid);
  }

  transaction(txid: string): ChainTransaction | undefined {
    return this.confirmed.get(txid)?.transactions.find((candidate) => candidate.txid === txid);
  }

  connect(block: Block): void {
    const spent: Coin[] = [];
    for (const transaction of block.transactions) {
      if (!isCoinbase(transaction)) {
        for (const input of transaction.inputs) {
          const key = outpoint(input.txid, input.vout);
          const coin = this.coins.get(key);
          if (coin === undefined) throw new Error(`block ${block.height} spends the missing output ${key}`);
          spent.push(coin);
          this.coins.delete(key);
        }
      }
      this.addCoins(transaction, block);
      this.confirmed.set(transaction.txid, block);
    }
    this.undo.set(block.hash, spent);
    this.blocks.push(block);
    this.known.set(block.hash, block);
  }

  /** Takes the tip off and puts back what it spent. */
  disconnect(): Block {
    const block = this.tip;
    if (block.height === 0) throw new Error('the genesis block stays');
    for (const transaction of block.transactions) {
      transaction.outputs.forEach((_, vout) => this.coins.delete(outpoint(transaction.txid, vout)));
      this.confirmed.delete(transaction.txid);
    }
    const own = new Set(block.transactions.map((transaction) => transaction.txid));
    for (const coin of this.undo.get(block.hash) ?? []) {
      if (!own.has(coin.txid)) this.coins.set(outpoint(coin.txid, coin.vout), coin);
    }
    this.blocks.pop();
    return block;
  }

  private addCoins(transaction: ChainTransaction, block: Block): void {
    transaction.outputs.forEach((output, vout) => {
      if (output.script[0] === 0x6a) return;
      this.coins.set(outpoint(transaction.txid, vout), {
        txid: transaction.txid,
        vout,
        ...output,
        height: block.height,
        coinbase: isCoinbase(transaction),
      });
    });
  }
}
