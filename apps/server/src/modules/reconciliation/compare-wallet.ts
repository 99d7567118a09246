import type { AppContext } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import type { NodeOutput } from '../../providers/bitcoin/port.ts';
import { openCursor } from './cursor.ts';
import { difference, type Difference } from './store.ts';
import { listDepositNames, listOutputNames, listOwnAddresses, listSentPayouts, sumKeptOutputs } from './chain-store.ts';

const chain = 'bitcoin';

/**
 * A block that comes between the query of the coins and the query of what was sent would be in one of the sums only.
 */
const looksMost = 5;
/** No further look begins after so long: one is a scan of all coins of the chain. */
const looksMs = 30_000;
/** Younger ones may not be booked yet. */
const leastConfirmations = 6;

/**
 * Three numbers that must agree: what the ledger has on the chain, the sum of our recorded outputs, and what the node
 * counts on our addresses. The node counts blocks only, so the coins of unconfirmed payouts are still in its sum. Coins
 * on our addresses that the books do not have are a difference each, by the name of their output.
 *
 * @param older addresses that are to be looked at again, beside the newest and those that hold something
 */
export async function compareWallet(context: AppContext, older: readonly string[] = []): Promise<Difference[]> {
  const { db } = context;
  const { sum: onChain, unknown } = await countOnChain(context, older);
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

async function countOnChain(context: AppContext, older: readonly string[]): Promise<Count> {
  const { bitcoin } = context.providers;
  const startedAt = performance.now();
  for (let look = 1; ; look += 1) {
    const before = await bitcoin.getHeight();
    const count = await countOnce(context, older);
    const isLast = look === looksMost || performance.now() - startedAt > looksMs;
    if (isLast || (await bitcoin.getHeight()) === before) return count;
  }
}

async function countOnce({ config, db, providers }: AppContext, older: readonly string[]): Promise<Count> {
  const own = [createWallet(config).address, ...(await listOwnAddresses(db, chain)), ...older];
  const addresses = [...new Set(own)];
  const outputs = await providers.bitcoin.listOutputs(addresses);
  const txids = [...new Set(outputs.map(({ txid }) => txid))];
  const [known, deposited] = [await listOutputNames(db, chain, txids), await listDepositNames(db, chain, txids)];
  let counted = outputs.filter((output) => known.has(nameOf(output))).reduce((sum, { amount }) => sum + amount, 0n);
  const isUnknown = (output: NodeOutput) =>
    output.confirmations >= leastConfirmations && !known.has(nameOf(output)) && !deposited.has(nameOf(output));
  for (const { txid, cost, back } of await listSentPayouts(db, chain)) {
    counted -= back;
    const found = await providers.bitcoin.getTransaction(txid);
    if (found === undefined || found.confirmations === 0) counted -= cost;
  }
  return { sum: counted, unknown: outputs.filter(isUnknown) };
}

function nameOf({ txid, outputIndex }: NodeOutput): string {
  return `${txid}:${outputIndex}`;
}

/** So many of the older addresses are in one scan; in time all of them are. */
const pageSize = 2500;

/** Continues where the last run stopped, and starts again after the last address. */
export async function findOlderAddresses({ db }: Pick<AppContext, 'db'>, size: number = pageSize) {
  const cursor = await openCursor(db, { name: 'bitcoin_addresses', size });
  const rows = await db
    .selectFrom('depositAddresses')
    .select(['addressId', 'address'])
    .where('chain', '=', chain)
    .where('addressId', '>', cursor.after)
    .orderBy('addressId')
    .limit(size)
    .execute();
  return {
    addresses: rows.map(({ address }) => address),
    moveOn: () => cursor.moveOn(rows.map(({ addressId }) => addressId)),
  };
}
