import type { Bitcoin } from './bitcoin.ts';

type Totals = {
  received: bigint;
  confirmed: bigint;
  transactions: { txid: string; amount: bigint; confirmations: number }[];
};

/** What an address got, in blocks and in the mempool. */
export function sumReceived({ chain, mempool }: Bitcoin, address: string): Totals {
  const confirmed = chain.blocks.flatMap((block) =>
    block.transactions.map((transaction) => ({ transaction, confirmations: chain.height - block.height + 1 })),
  );
  const waiting = mempool.list().map(({ transaction }) => ({ transaction, confirmations: 0 }));
  const transactions = [...confirmed, ...waiting].flatMap(({ transaction, confirmations }) => {
    const outputs = transaction.outputs.filter((output) => output.address === address);
    const amount = outputs.reduce((total, output) => total + output.value, 0n);
    return outputs.length > 0 ? [{ txid: transaction.txid, amount, confirmations }] : [];
  });
  const sum = (rows: typeof transactions): bigint => rows.reduce((total, entry) => total + entry.amount, 0n);
  return {
    received: sum(transactions),
    confirmed: sum(transactions.filter((entry) => entry.confirmations > 0)),
    transactions,
  };
}
