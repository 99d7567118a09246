/** What a transaction may pay for gas (EIP-1559), in wei. */
export interface EvmFees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

/** Coins that a transaction moved; `amount` in smallest units. */
export interface EvmTransfer {
  /** Place among the transaction's own logs, or -1 for ether that the transaction itself carries. */
  place: number;
  /** Contract of the token in its usual form, or empty for ether. */
  token: string;
  recipient: string;
  amount: bigint;
}

/** A transaction as the node sees it. `confirmations` is 0 while it waits. */
export interface EvmTransaction {
  txid: string;
  /** Who signed it. */
  sender: string;
  confirmations: number;
  /** Of the block that holds it, 0 while it waits. */
  height: number;
  /** Hash of the block that holds it, empty while it waits. */
  blockHash: string;
  /** It is in a block and moved nothing. */
  isFailed: boolean;
  /** Wei it cost; 0n while it waits. */
  fee: bigint;
  /** What it moved; while it waits, what it declares to move. */
  transfers: EvmTransfer[];
  /** What it declares to move, also where it failed. */
  declared: EvmTransfer[];
}

/**
 * A block's transactions that carry ether or call a token, with the addresses they name; internal calls are not
 * visible.
 */
export interface EvmBlock {
  /** Empty for the pending block. */
  hash: string;
  candidates: { txid: string; recipient: string }[];
  /** Who sent each of its transactions, and under which number. */
  sent: { txid: string; sender: string; nonce: number }[];
}

/** An Ethereum node. Every method throws ProviderError; when the node cannot be reached, wait and never assume. */
export interface EvmNode {
  getHeight(): Promise<number>;
  /**
   * A block by its height, or the pending one.
   *
   * @throws ProviderError for a height that the node does not have: one that is behind is not a chain without payments
   */
  getBlock(height: number | 'pending'): Promise<EvmBlock>;
  /** The hash of the block at a height. @throws ProviderError as `getBlock` does */
  getHash(height: number): Promise<string>;
  /** Transfers of the known tokens in the block with a hash: a node that does not have it says so. */
  findTokenTransfers(hash: string): Promise<EvmBlock['candidates']>;
  /** Transfers that contracts of any token announce in the block with a hash; what they say is theirs alone. */
  listTransfers(hash: string): Promise<(EvmTransfer & { txid: string })[]>;
  /** `undefined` when the node knows no such transaction. */
  getTransaction(txid: string): Promise<EvmTransaction | undefined>;
  /**
   * Ether of an address, or what it has of a token, as of the last block or of an earlier one that the node still
   * knows.
   */
  getBalance(address: string, token: string, height?: number): Promise<bigint>;
  /**
   * How many transactions of an address are in blocks, or were up to a height that the node still knows; with
   * `pending`, those that wait too, also behind a number that the node does not have.
   */
  getNonce(address: string, at?: 'latest' | 'pending' | number): Promise<number>;
  /** Twice the last block's base fee and a tip, never above the configured most. */
  estimateFees(): Promise<EvmFees>;
  /**
   * Gas of a transfer; it depends on the recipient. Refused with `reverted` when it would fail, `gas` above the
   * configured most.
   */
  estimateGas(transfer: { sender: string; recipient: string; token: string; amount: bigint }): Promise<bigint>;
  /**
   * Sends signed bytes; succeeds too when the node has the transaction already. Refused with `conflict` when its nonce
   * is used, `underpriced` when it pays too little, `short` when the sender has too little, else `rejected`.
   */
  broadcast(rawTransaction: string): Promise<void>;
}
