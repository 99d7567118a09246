import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { type ChainName, chainSettings, isChain } from '../../providers/chain-settings.ts';
import { checkEpoch, watchEpoch } from '../payout-holds/check-epoch.ts';
import { type PayoutHold, listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { bitcoinSpends } from './bitcoin-spends.ts';
import { ethereumSpends } from './ethereum-spends.ts';
import type { OwnSpends } from './own-spends.ts';
import { isOffered } from '../../config-providers.ts';

/** Most blocks read in one look; a restored server needs some looks to come up to date. */
const blocksMax = 200;
/** Pay-outs that are built together share a look. */
const lookMs = 1000;
const chains: Readonly<Record<ChainName, OwnSpends>> = { bitcoin: bitcoinSpends, ethereum: ethereumSpends };

interface Look {
  at: number;
  isAgreed: Promise<boolean>;
}
const looks = new WeakMap<AppContext['config'], Map<string, Look>>();

/**
 * Whether books and chain agree on what our wallet has sent, so that it may sign. A transaction of ours that the books
 * do not know holds the chain until a person has decided; so does a database that is another than it was, until the
 * chain has been read to its end.
 *
 * @throws ProviderError while the node cannot be asked
 */
export async function agreeWithChain(context: AppContext, chain: string): Promise<boolean> {
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const own = looks.get(context.config) ?? new Map<string, Look>();
  looks.set(context.config, own);
  const before = own.get(chain);
  const now = performance.now();
  if (before !== undefined && now - before.at < lookMs) return before.isAgreed;
  const isAgreed = look(context, chains[chain]);
  own.set(chain, { at: now, isAgreed });
  return isAgreed.catch((error: unknown) => {
    own.delete(chain);
    throw error;
  });
}

/** Whether nobody holds a chain at this moment; for the transaction that signs. */
export async function isHeld(trx: Executor, chain: string): Promise<boolean> {
  return (await listHolds(trx, chain)).length > 0;
}

async function look(context: AppContext, chain: OwnSpends): Promise<boolean> {
  await checkEpoch(context);
  const { name } = chain;
  const holds = await listHolds(context.db, name);
  const isRestored = holds.some(({ reason }) => reason !== 'unknown_spend');
  const height = await chain.getHeight(context);
  const isRead = await readBlocks(context, chain, height, isRestored);
  const { found, isAll } = await chain.findNow(context, isRestored);
  for (const { subject, details } of found)
    await openHold(context, context.db, { chain: name, reason: 'unknown_spend', subject, details, height });
  const open = await listHolds(context.db, name);
  if (open.length === 0) return isRead;
  if (!isRead || open.some(({ reason }) => reason === 'unknown_spend')) return false;
  return endRestored(context, name, open, { height, isAll });
}

/** Reads the blocks since the last look. @returns whether the chain was read to its end */
async function readBlocks(
  context: AppContext,
  chain: OwnSpends,
  height: number,
  isRestored: boolean,
): Promise<boolean> {
  const { db, clock, config } = context;
  const { name } = chain;
  const last = await db.selectFrom('ownSpendScans').selectAll().where('chain', '=', name).executeTakeFirst();
  const overlap = chainSettings(config, name).settledConfirmations;
  const isQuiet = last === undefined || (await chain.isQuiet(context));
  const isSame = last !== undefined && (await chain.getHash(context, last.height)) === last.blockHash;
  const begin = last === undefined ? height : Math.min(last.height, height);
  const from = isSame && !isRestored ? begin + 1 : Math.max(0, begin - overlap + 1);
  const to = isQuiet ? height : Math.min(height, Math.max(from, begin) + blocksMax);
  const heights = isQuiet ? [] : Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  for (const at of heights)
    for (const { subject, details } of await chain.findInBlock(context, at, isRestored))
      await openHold(context, db, { chain: name, reason: 'unknown_spend', subject, details, height });
  const row = { height: to, blockHash: await chain.getHash(context, to), updatedAt: clock.now() };
  await db
    .insertInto('ownSpendScans')
    .values({ chain: name, ...row })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute();
  // A node far behind what was read before knows less than the books.
  return to === height && height > (last?.height ?? 0) - overlap;
}

/** Chain and books agree: what only waited for that goes on, with its record. */
async function endRestored(
  context: AppContext,
  chain: ChainName,
  open: readonly PayoutHold[],
  { height, isAll }: { height: number; isAll: boolean },
): Promise<boolean> {
  const { settledConfirmations } = chainSettings(context.config, chain);
  const unknownHeight = open.filter(({ openedHeight }) => openedHeight === null).map(({ holdId }) => holdId);
  if (!isAll && unknownHeight.length > 0)
    await context.db
      .updateTable('payoutHolds')
      .set({ openedHeight: height })
      .where('holdId', 'in', unknownHeight)
      .execute();
  const isReady = isAll || open.every(({ openedHeight }) => height >= (openedHeight ?? height) + settledConfirmations);
  if (!isReady) return false;
  const holdIds = open.map(({ holdId }) => holdId);
  await context.db.transaction().execute((trx) => releaseHolds(context, trx, { chain, holdIds, by: 'agreement' }));
  return true;
}

/**
 * Looks whether database, clock and chains are where the books left them: when a worker starts, before its first job,
 * and every minute, so that what is read of a chain is never far behind. A node that cannot be asked is asked again
 * before anything is signed.
 */
export async function watchWallets(context: AppContext): Promise<void> {
  await watchEpoch(context);
  const offered = ['bitcoin', 'ethereum'].filter((chain) => isOffered(context.config, chain));
  for (const chain of offered)
    await agreeWithChain(context, chain).catch((error: unknown) => {
      context.log.warn('a chain could not be compared with the books', { firm: chain, error });
    });
}
