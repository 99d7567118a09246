import type { AppContext } from '../../context.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import type { Candidate, DepositChain } from './deposit-chain.ts';
import { followDeposits } from './follow-deposits.ts';
import { noteDeposit } from './note-deposit.ts';
import { findScanHeight, keepScanHeight, pickOwn } from './store.ts';

/** Most blocks searched in one run; what is left is for the next one. */
const blocksMax = 200;

/**
 * Searches a chain for payments to our addresses, from a little before where the last run ended, so that what a
 * reorganisation moved is found again, and then looks where every open deposit stands.
 *
 * @throws ProviderError while the node cannot be asked; nothing is assumed then
 */
export async function scanDeposits(context: AppContext, chain: DepositChain): Promise<void> {
  const height = await chain.getHeight(context);
  const overlap = chainSettings(context.config, chain.name).settledConfirmations;
  const before = (await findScanHeight(context.db, chain.name)) ?? height;
  // A node that lags behind is asked again for what it said before.
  const from = Math.max(0, Math.min(before, height) - overlap + 1);
  const to = Math.min(height, from + overlap + blocksMax);
  const found = [...(await chain.findInBlocks(context, from, to)), ...(await chain.findWaiting(context))];
  for (const txid of await pickTransactions(context, chain, found)) await noteDeposit(context, chain, txid);
  await keepScanHeight(context, chain.name, Math.max(to, height < before ? before : 0));
  await followDeposits(context, chain);
}

/** Ids of the transactions among them that pay an address of ours. */
async function pickTransactions(
  context: AppContext,
  chain: DepositChain,
  candidates: readonly Candidate[],
): Promise<string[]> {
  const recipients = [...new Set(candidates.map(({ recipient }) => recipient))];
  const own = await pickOwn(context.db, chain.name, recipients);
  own.add(chain.fundingAddress(context));
  return [...new Set(candidates.filter(({ recipient }) => own.has(recipient)).map(({ txid }) => txid))];
}
