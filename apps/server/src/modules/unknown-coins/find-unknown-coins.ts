import { getAddress } from 'viem';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import type { EvmBlock, EvmNode } from '../../providers/evm/port.ts';
import { pickOwn } from '../chain-payins/store.ts';
import { findNetworkNode, listNetworks, mainNetwork } from '../other-coins/other-coins.ts';
import { bookListed, type FoundCoins, recordUnknownCoins } from './record-unknown-coins.ts';

/** Looks for coins on addresses of clients that no book takes. */
export const findUnknownCoinsJob = defineJob({
  name: 'find-unknown-coins',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 5,
  retryMaxSeconds: 60,
  everySeconds: 15,
  provider: 'ethereum',
});

/** Most blocks searched in one run; the rest is left for the next one. */
const blocksMax = 100;
/** Blocks after which a reorganisation would be an extraordinary event. */
const otherSettled = 64;

/**
 * Searches Ethereum for coins of tokens that are not listed, and the other networks for coins of any kind: each settled
 * block once, as nothing hurries. What came of a token that was listed since is booked like any deposit.
 *
 * @throws ProviderError while a node cannot be asked; the other networks are searched all the same
 */
export async function findUnknownCoins(context: AppContext): Promise<void> {
  const ends = await Promise.allSettled(listNetworks(context).map((network) => searchNetwork(context, network)));
  await bookListed(context);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function searchNetwork(context: AppContext, network: string): Promise<void> {
  const { db, config } = context;
  const node = findNetworkNode(context, network);
  if (node === undefined) return;
  const settled = network === mainNetwork ? chainSettings(config, mainNetwork).settledConfirmations : otherSettled;
  const last = (await node.getHeight()) - settled + 1;
  const known = await db
    .selectFrom('unknownCoinScans')
    .select('height')
    .where('network', '=', network)
    .executeTakeFirst();
  // The first search looks back as far as one run goes.
  const from = known === undefined ? Math.max(0, last - blocksMax + 1) : known.height + 1;
  for (let at = from; at <= Math.min(last, from + blocksMax - 1); at += 1) {
    const { hash, candidates } = await node.getBlock(at);
    const tokens = await findTokens(context, node, { network, hash });
    const found = network === mainNetwork ? tokens : [...tokens, ...(await findCoins(context, node, candidates))];
    await db.transaction().execute(async (trx) => {
      for (const coins of found) await recordUnknownCoins(context, trx, network, coins);
      const row = { height: at, updatedAt: context.clock.now() };
      await trx
        .insertInto('unknownCoinScans')
        .values({ network, ...row })
        .onConflict((conflict) => conflict.column('network').doUpdateSet(row))
        .execute();
    });
  }
}

/** Transfers to addresses of ours of tokens that are not listed; on a network that is not served none is. */
async function findTokens(
  { db, config }: AppContext,
  node: EvmNode,
  { network, hash }: { network: string; hash: string },
): Promise<FoundCoins[]> {
  const served = network === mainNetwork ? config.ETHEREUM_TOKENS : [];
  const listed = new Set(served.map(({ address }) => getAddress(address)));
  const transfers = await node.listTransfers(hash);
  const own = await pickOwn(db, mainNetwork, [...new Set(transfers.map(({ recipient }) => recipient))]);
  return transfers.filter(({ token, recipient }) => own.has(recipient) && !listed.has(getAddress(token)));
}

/** The coins that transactions of a block carried to addresses of ours. */
async function findCoins({ db }: AppContext, node: EvmNode, candidates: EvmBlock['candidates']): Promise<FoundCoins[]> {
  const found: FoundCoins[] = [];
  const own = await pickOwn(db, mainNetwork, [...new Set(candidates.map(({ recipient }) => recipient))]);
  for (const { txid, recipient } of candidates.filter((one) => own.has(one.recipient)))
    for (const moved of (await node.getTransaction(txid))?.transfers ?? [])
      if (moved.token === '' && moved.recipient === recipient) found.push({ txid, ...moved });
  return found;
}
