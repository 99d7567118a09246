import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import type { ChainName } from '../../config/config-chains.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { insertOwnAddress } from '../addresses/own-address.ts';

/** Addresses that a client may ask for beside the usual ones, in a day, for a currency on a network. */
const newMax = 10;
const daySeconds = 24 * 3600;
/** A second press, or the same request again. */
const againSeconds = 10;

/** The address that a client is shown. */
export interface CurrentAddress {
  address: string;
  /** Missing where it is shown for good. */
  shownUntil: Date | null;
  /** A new one was asked for, and there were too many today. */
  isRefused: boolean;
}

interface Wanted {
  clientId: string;
  chain: ChainName;
  currency: string;
  isNew: boolean;
}

/**
 * The one address that a client is shown for a currency on a chain; another one once its time is over, or on request.
 * An address belongs to its client for ever: no other client gets it, and what comes late is credited.
 *
 * @throws Refusal SESSION_OVER when the account was closed meanwhile
 */
export async function currentAddress(context: AppContext, wanted: Wanted): Promise<CurrentAddress> {
  const { clientId, chain, currency, isNew } = wanted;
  const now = context.clock.now();
  return context.db.transaction().execute(async (trx) => {
    await holdOpenAccount(trx, clientId);
    const known = await trx
      .selectFrom('balanceAddresses')
      .innerJoin('depositAddresses', 'depositAddresses.addressId', 'balanceAddresses.addressId')
      .select(['balanceAddresses.addressId', 'address', 'shownUntil', 'balanceAddresses.createdAt'])
      .where('balanceAddresses.clientId', '=', clientId)
      .where('balanceAddresses.chain', '=', chain)
      .where('currency', '=', currency)
      .where('isCurrent', '=', true)
      .executeTakeFirst();
    const isOver = known === undefined || (known.shownUntil !== null && known.shownUntil <= now);
    const isJustMade = known !== undefined && now.getTime() - known.createdAt.getTime() < againSeconds * 1000;
    const isWanted = isNew && !isJustMade;
    const isRefused = isWanted && !isOver && (await countNew(trx, wanted, now)) >= newMax;
    if (isOver || (isWanted && !isRefused))
      return { ...(await replaceAddress(context, trx, wanted)), isRefused: false };
    await trx.updateTable('balanceAddresses').set({ askedAt: now }).where('addressId', '=', known.addressId).execute();
    return { address: known.address, shownUntil: known.shownUntil, isRefused };
  });
}

/** Locks the account: a concurrent request waits here, and gets the same address. */
async function holdOpenAccount(trx: Executor, clientId: string): Promise<void> {
  const { deletedAt } = await trx
    .selectFrom('clients')
    .select('deletedAt')
    .where('clientId', '=', clientId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (deletedAt !== null) throw new Refusal({ code: 'SESSION_OVER' });
}

async function countNew(trx: Executor, { clientId, chain, currency }: Wanted, now: Date): Promise<number> {
  const { made } = await trx
    .selectFrom('balanceAddresses')
    .select(({ fn }) => fn.countAll().as('made'))
    .where('clientId', '=', clientId)
    .where('chain', '=', chain)
    .where('currency', '=', currency)
    .where('createdAt', '>', new Date(now.getTime() - daySeconds * 1000))
    .executeTakeFirstOrThrow();
  return Number(made);
}

async function replaceAddress(
  context: AppContext,
  trx: Executor,
  { clientId, chain, currency }: Wanted,
): Promise<Omit<CurrentAddress, 'isRefused'>> {
  const now = context.clock.now();
  const { addressMinutes } = chainSettings(context.config, chain);
  const shownUntil = addressMinutes === 0 ? null : new Date(now.getTime() + addressMinutes * 60_000);
  await trx
    .updateTable('balanceAddresses')
    .set({ isCurrent: false })
    .where('clientId', '=', clientId)
    .where('chain', '=', chain)
    .where('currency', '=', currency)
    .where('isCurrent', '=', true)
    .execute();
  const { addressId, address } = await insertOwnAddress(context, trx, chain, { clientId });
  const row = { addressId, clientId, chain, currency, isCurrent: true, shownUntil, createdAt: now, askedAt: now };
  await trx.insertInto('balanceAddresses').values(row).execute();
  return { address, shownUntil };
}
