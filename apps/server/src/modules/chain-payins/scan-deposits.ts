import type { AppContext } from '../../context.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { listUnreadable, settleUnreadable, storeUnreadable } from '../alarms/unreadable-news.ts';
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
  await noteEach(context, chain, await pickTransactions(context, chain, found));
  await keepScanHeight(context, chain.name, Math.max(to, height < before ? before : 0));
  await followDeposits(context, chain);
}

/** What cannot be noted is kept and tried again, also when its block is no longer searched. */
async function noteEach(context: AppContext, chain: DepositChain, found: readonly string[]): Promise<void> {
  const source = chain.name;
  const unreadable = new Set((await listUnreadable(context, source)).map(({ outsideId }) => outsideId));
  await settleEach(context, [...new Set([...found, ...unreadable])], {
    work: `scan-deposits ${source}`,
    nameOf: (txid) => txid,
    settle: async (txid) => {
      await noteDeposit(context, chain, txid);
      if (unreadable.has(txid)) await settleUnreadable(context, context.db, { source, outsideId: txid });
    },
    postpone: (txid, reason) => storeUnreadable(context, context.db, { source, outsideId: txid, body: {}, reason }),
  });
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
