import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { difference, type Difference } from './difference.ts';
import { listDepositHolders, listOutputNames, listSentPayouts, sumKeptOutputs } from './store.ts';

const chain = 'bitcoin';

/** A block that comes while addresses are counted one after the other would be in some of the sums only. */
const looksMost = 5;

/**
 * Three numbers that must be one: what the ledger says is on the chain, what the outputs we keep add up to, and
 * what the node counts on our addresses. The node counts blocks only, so what unconfirmed pay-outs took is still in
 * its sum.
 */
export async function compareWallet(context: AppContext): Promise<Difference[]> {
  const { db } = context;
  const onChain = await countOnChain(context);
  const inLedger = -(await readBalance(db, paths.worldChain(chain), 'BTC'));
  return [
    ...difference(`wallet ${chain}`, inLedger, await sumKeptOutputs(db, chain)),
    ...difference(`chain ${chain}`, inLedger, onChain),
  ];
}

async function countOnChain(context: AppContext): Promise<bigint> {
  const { bitcoin } = context.providers;
  for (let look = 1; ; look += 1) {
    const before = await bitcoin.getHeight();
    const sum = await countOnce(context);
    if (look === looksMost || (await bitcoin.getHeight()) === before) return sum;
  }
}

async function countOnce({ config, db, providers }: AppContext): Promise<bigint> {
  const known = await listOutputNames(db, chain);
  let counted = 0n;
  for (const address of [createWallet(config).address, ...(await listDepositHolders(db, chain))])
    for (const { txid, outputIndex, amount } of await providers.bitcoin.listOutputs(address))
      if (known.has(`${txid}:${outputIndex}`)) counted += amount;
  for (const { txid, cost } of await listSentPayouts(db, chain)) {
    const found = await providers.bitcoin.getTransaction(txid);
    if (found === undefined || found.confirmations === 0) counted -= cost;
  }
  return counted;
}
