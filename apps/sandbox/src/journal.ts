/** One row of what really happened outside. Amounts are decimal text, times unix milliseconds. */
export type JournalRow = {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  time: number;
};

export type CardPaymentRow = JournalRow & { payment_id: string };
export type CardRefundRow = JournalRow & { payment_id: string; kind: 'refund' | 'chargeback' };
export type BankRow = JournalRow & { kind: 'transfer' | 'return' | 'payout' | 'payout_return' };
export type ChainRow = JournalRow & {
  txid: string;
  vout: number;
  /** The address that was paid; the same text as `reference`. */
  address: string;
  chain: 'bitcoin' | 'ethereum';
  /** In a block of the best chain now. */
  confirmed: boolean;
  /** Accepted once, but now neither in a block nor in the mempool. */
  dropped: boolean;
  /** It is in a block and moved nothing (ethereum only). */
  failed?: boolean | undefined;
  /** Height of the block that holds it (ethereum only). */
  block?: number | undefined;
};
export type ChainInRow = ChainRow & { tag: string | null };
export type ChainOutRow = ChainRow & {
  /** Fee of the whole transaction; the same on each of its rows. */
  fee: string;
  /** Missing where the fee is of the row's currency. */
  fee_currency?: string | undefined;
  /** Sender and nonce: of the transactions with the same ones only one can ever count (ethereum only). */
  turn?: string | undefined;
  /** Another transaction has taken its nonce. */
  replaced?: boolean | undefined;
};

/** Everything that happened outside, oldest first: what a ledger is compared with. */
export class Journal {
  card_payments: CardPaymentRow[] = [];
  card_refunds: CardRefundRow[] = [];
  card_payouts: JournalRow[] = [];
  card_payout_returns: JournalRow[] = [];
  bank_in: BankRow[] = [];
  bank_out: BankRow[] = [];
  chain_in: ChainInRow[] = [];
  chain_out: ChainOutRow[] = [];

  /** Marks every row of a transaction after the chain changed under it. */
  markTransaction(txid: string, mark: { confirmed: boolean; dropped: boolean }): void {
    for (const rows of [this.chain_in, this.chain_out])
      for (const row of rows) if (row.txid === txid) Object.assign(row, mark);
  }

  clear(): void {
    this.card_payments = [];
    this.card_refunds = [];
    this.card_payouts = [];
    this.card_payout_returns = [];
    this.bank_in = [];
    this.bank_out = [];
    this.chain_in = [];
    this.chain_out = [];
  }
}
