import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import type { NodeOutput } from '../../providers/bitcoin/port.ts';
import { difference, type Difference } from './difference.ts';
import { listDepositNames, listOutputNames, listOwnAddresses, listSentPayouts, sumKeptOutputs } from './store.ts';

const chain = 'bitcoin';

/**
 * A block that comes between the query of the coins and the query of what was sent would be in one of the sums only.
 */
const looksMost = 5;
/** Younger ones may not be booked yet. */
const leastConfirmations = 6;

/**
 * Three numbers that must agree: what the ledger has on the chain, the sum of our recorded outputs, and what the node
 * counts on our addresses. The node counts blocks only, so the coins of unconfirmed payouts are still in its sum. Coins
 * on our addresses that the books do not have are a difference each, by the name of their output.
 */
export async function compareWallet(context: AppContext): Promise<Difference[]> {
  const { db } = context;
  const { sum: onChain, unknown } = await countOnChain(context);
  const inLedger = -(await readBalance(db, paths.worldChain(chain), 'BTC'));
  return [
    ...difference(`wallet ${chain}`, inLedger, await sumKeptOutputs(db, chain)),
    ...difference(`chain ${chain}`, inLedger, onChain),
    ...unknown.flatMap((output) => difference(`coins ${chain} ${nameOf(output)}`, 0n, output.amount)),
  ];
}

interface Count {
  sum: bigint;
  unknown: readonly NodeOutput[];
}

async function countOnChain(context: AppContext): Promise<Count> {
  const { bitcoin } = context.providers;
  for (let look = 1; ; look += 1) {
    const before = await bitcoin.getHeight();
    const count = await countOnce(context);
    if (look === looksMost || (await bitcoin.getHeight()) === before) return count;
  }
}

async function countOnce({ config, db, providers }: AppContext): Promise<Count> {
  const addresses = [createWallet(config).address, ...(await listOwnAddresses(db, chain))];
  const outputs = await providers.bitcoin.listOutputs(addresses);
  const txids = [...new Set(outputs.map(({ txid }) => txid))];
  const [known, noted] = [await listOutputNames(db, chain, txids), await listDepositNames(db, chain, txids)];
  let counted = outputs.filter((output) => known.has(nameOf(output))).reduce((sum, { amount }) => sum + amount, 0n);
  const isUnknown = (output: NodeOutput) =>
    output.confirmations >= leastConfirmations && !known.has(nameOf(output)) && !noted.has(nameOf(output));
  for (const { txid, cost } of await listSentPayouts(db, chain)) {
    const found = await providers.bitcoin.getTransaction(txid);
    if (found === undefined || found.confirmations === 0) counted -= cost;
  }
  return { sum: counted, unknown: outputs.filter(isUnknown) };
}

function nameOf({ txid, outputIndex }: NodeOutput): string {
  return `${txid}:${outputIndex}`;
}
