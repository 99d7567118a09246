/** A transaction as the node sees it. `confirmations` is 0 in the mempool. */
export interface NodeTransaction {
  txid: string;
  confirmations: number;
  /** Hash of the block that holds it, empty in the mempool. */
  blockHash: string;
}

/** An unspent output of an address; `amount` in satoshi. */
export interface NodeOutput {
  txid: string;
  outputIndex: number;
  amount: bigint;
  confirmations: number;
}

/** An output of a transaction that pays an address; `amount` in satoshi. */
export interface NodePayment {
  txid: string;
  outputIndex: number;
  address: string;
  amount: bigint;
}

/** A transaction with the keys and outputs it spends. */
export interface NodeSpend {
  txid: string;
  inputs: {
    txid: string;
    outputIndex: number;
    /** Public key of a P2WPKH input, hexadecimal; empty for others. */
    publicKey: string;
  }[];
  payments: NodePayment[];
}

/** A Bitcoin Core node. Every method throws ProviderError; when the node cannot be reached, wait and never assume. */
export interface BitcoinNode {
  /** Height of the best block. */
  getHeight(): Promise<number>;
  /** `undefined` when the node knows no such transaction, in blocks or mempool. */
  getTransaction(txid: string): Promise<NodeTransaction | undefined>;
  /** What the transactions of a block pay to addresses; empty for a height that the chain has not reached. */
  listBlockPayments(height: number): Promise<NodePayment[]>;
  /** A transaction with its inputs; `undefined` when the node does not know it. */
  readSpend(txid: string): Promise<NodeSpend | undefined>;
  /** A block, its transactions with their inputs; `undefined` for a height that the chain has not reached. */
  readBlock(height: number): Promise<{ hash: string; previous: string; spends: NodeSpend[] } | undefined>;
  /** Hash of the block at a height; `undefined` where the chain has not reached it. */
  getBlockHash(height: number): Promise<string | undefined>;
  /** Ids of the transactions that wait for a block. */
  listWaiting(): Promise<string[]>;
  /**
   * Unspent outputs of these addresses in blocks: one scan, as costly for many as for one, and never beside another.
   */
  listOutputs(addresses: readonly string[]): Promise<NodeOutput[]>;
  /**
   * Sends signed bytes; succeeds too when the node has the transaction already. Refused with `conflict` when an
   * input is unknown or spent, `underpriced` when its fee is too low, `rejected` for every other reason.
   */
  broadcast(rawTransaction: string): Promise<void>;
  /** Satoshi per virtual byte for confirmation within so many blocks, or `undefined` when the node has no estimate. */
  estimateFeeRate(blocks: number): Promise<bigint | undefined>;
}
