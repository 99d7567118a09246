import type { Selectable } from 'kysely';
import { z } from 'zod';
import { isOffered } from '../../config/config-providers.ts';
import { type AppContext, dayMs } from '../../context.ts';
import type { AddressRecoveries } from '../../database/types.generated.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { coverForgotten } from '../addresses/own-address.ts';
import { settleEach } from '../alarms/settle-each.ts';
import { depositChains } from '../chain-payins/chain-payin.ts';
import type { DepositChain } from '../chain-payins/deposit-chain.ts';
import { recordFound } from '../chain-payins/scan-deposits.ts';
import { findScanHeight } from '../chain-payins/store.ts';
import { OperatorFault, recordAction } from '../operators/record-action.ts';
import { beginRecovery, lookAgain } from '../payout-holds/check-epoch.ts';

/** Looks for payments to addresses that a restore has forgotten. */
export const recoverAddressesJob = defineJob({
  name: 'recover-addresses',
  payload: z.object({}),
  retries: 3,
  retrySeconds: 5,
  retryMaxSeconds: 60,
  everySeconds: 15,
});

const [clientsMax, blocksMax] = [100, 200];
/** Of one run; an address takes about a millisecond to make. */
const workMs = 5000;
/** Clients who were forgotten and register again for so long are searched for too. */
const openDays = 30;

type Recovery = Selectable<AddressRecoveries>;

/**
 * Makes the addresses again that clients may have got after the backup, and searches the blocks since then for
 * payments to them, beside the usual scan.
 *
 * @throws ProviderError while a node cannot be asked
 */
export async function recoverAddresses(context: AppContext): Promise<void> {
  const offered = Object.values(depositChains).filter(({ name }) => isOffered(context.config, name));
  await settleEach(context, offered, {
    work: 'recover-addresses',
    againWithin: 120,
    nameOf: ({ name }) => name,
    settle: (chain) => recoverOn(context, chain),
  });
}

async function recoverOn(context: AppContext, chain: DepositChain): Promise<void> {
  const recovery = await context.db
    .selectFrom('addressRecoveries')
    .selectAll()
    .where('chain', '=', chain.name)
    .where('doneAt', 'is', null)
    .orderBy('recovery', 'desc')
    .executeTakeFirst();
  if (recovery === undefined || !(await coverClients(context, recovery, chain))) return;
  await searchBlocks(context, chain, recovery);
}

/** @returns whether no client is left */
async function coverClients(context: AppContext, recovery: Recovery, chain: DepositChain): Promise<boolean> {
  const startedAt = performance.now();
  for (let cursor = recovery.clientCursor; performance.now() - startedAt < workMs;) {
    const clients = await context.db
      .selectFrom('clients')
      .select('clientId')
      .$if(cursor !== null, (query) => query.where('clientId', '>', cursor))
      .orderBy('clientId')
      .limit(clientsMax)
      .execute();
    if (clients.length === 0) return true;
    await settleEach(context, clients, {
      work: `cover-forgotten ${chain.name}`,
      againWithin: 3600,
      nameOf: ({ clientId }) => clientId,
      settle: ({ clientId }) =>
        context.db.transaction().execute((trx) => coverForgotten(context, trx, chain.name, clientId)),
    });
    cursor = clients.at(-1)?.clientId ?? null;
    await change(context, recovery, { clientCursor: cursor });
  }
  return false;
}

/**
 * The blocks from the backup on, in slices: at once when addresses were made again, and once a day while forgotten
 * clients register again.
 */
async function searchBlocks(context: AppContext, chain: DepositChain, recovery: Recovery): Promise<void> {
  const now = context.clock.now();
  const search = recovery.nextHeight === null ? await beginSearch(context, chain, recovery) : recovery;
  if (search === undefined) {
    if (now.getTime() - recovery.begunAt.getTime() > openDays * dayMs) await change(context, recovery, { doneAt: now });
    return;
  }
  const { nextHeight, toHeight, searchBeganAt } = search;
  if (nextHeight === null || toHeight === null) return;
  const to = Math.min(toHeight, nextHeight + blocksMax - 1);
  await recordFound(context, chain, await chain.findInBlocks(context, nextHeight, to));
  const isEnd = to === toHeight;
  await change(
    context,
    recovery,
    isEnd ? { nextHeight: null, toHeight: null, searchedAt: searchBeganAt } : { nextHeight: to + 1 },
  );
}

type Search = Pick<Recovery, 'nextHeight' | 'toHeight' | 'searchBeganAt'>;

/** `undefined` while nothing is to be searched. */
async function beginSearch(context: AppContext, chain: DepositChain, recovery: Recovery): Promise<Search | undefined> {
  const { addedAt, searchedAt, fromHeight } = recovery;
  const now = context.clock.now();
  const isNews = addedAt !== null && (searchedAt === null || addedAt >= searchedAt);
  const isSoon = searchedAt !== null && now.getTime() - searchedAt.getTime() < dayMs;
  const toHeight = await findScanHeight(context.db, chain.name);
  if (!isNews || isSoon || toHeight === undefined) return undefined;
  // What was made again after this moment is in the next search.
  const search = { nextHeight: Math.min(fromHeight, toHeight), toHeight, searchBeganAt: now };
  await change(context, recovery, search);
  return search;
}

async function change(
  { db }: AppContext,
  { chain, recovery }: Recovery,
  values: Partial<Omit<Recovery, 'chain' | 'recovery'>>,
): Promise<void> {
  await db
    .updateTable('addressRecoveries')
    .set(values)
    .where('chain', '=', chain)
    .where('recovery', '=', recovery)
    .execute();
}

/**
 * Looks for addresses that a restore forgot without leaving a trace, as a copy of files does, in the blocks from a
 * height on.
 *
 * @throws OperatorFault where the chain was never read
 */
export async function recoverFrom(
  context: AppContext,
  { chain, height, operator }: { chain: string; height: string; operator: string },
): Promise<void> {
  if (!/^\d{1,9}$/.test(height)) throw new OperatorFault(`${height} is no height of a chain.`);
  await context.db.transaction().execute(async (trx) => {
    const scan = await trx.selectFrom('depositScans').select('height').where('chain', '=', chain).executeTakeFirst();
    if (scan === undefined) throw new OperatorFault(`${chain || 'A chain without a name'} was never read.`);
    await beginRecovery(context, trx, { chain, height: Number(height) });
    await lookAgain(trx, chain);
    await recordAction(context, trx, { operator, action: 'addresses_recovered', subject: chain, details: { height } });
  });
}
