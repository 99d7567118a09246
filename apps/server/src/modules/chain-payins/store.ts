import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { DepositAddresses, Deposits } from '../../database/types.generated.ts';
import type { ChainName } from '../../config/config-chains.ts';
import { newUuid } from '../../new-uuid.ts';
import { coverMore } from '../addresses/own-address.ts';
import { type ClientRecord, holdClient } from '../clients/store.ts';
import { lockOwners } from '../losses/decided-holds.ts';
import { type OrderRow, lockOrder } from '../order-lifecycle/store.ts';

export type DepositRow = Selectable<Deposits>;
export type DepositAddressRow = Selectable<DepositAddresses>;

/** What makes two sightings one deposit: what a contract pays by a transaction, and whom, depends on its block. */
export const samePayment = ['chain', 'txid', 'outputIndex', 'currency', 'amount', 'addressId'] as const;

/** Who is credited with a deposit: an order, or a client's balance. */
export type Payee = { order: OrderRow; client?: undefined } | { client: ClientRecord; order?: undefined };

/** The payee of a deposit, locked until the transaction ends; `undefined` where the hot wallet itself was paid. */
export async function lockPayee(
  trx: Executor,
  { orderId, clientId }: Pick<DepositRow, 'orderId' | 'clientId'>,
): Promise<Payee | undefined> {
  if (orderId !== null) return { order: await lockOrder(trx, orderId) };
  if (clientId === null) return undefined;
  // Where losses of the client's deposits end or open again, orders are held that were paid with the balance.
  await lockOwners(trx, sql`select client_id from deposits where client_id = ${clientId} and status = 'lost'`);
  const client = await holdClient(trx, clientId);
  return client && { client };
}

/** Whether deposits pay for each other's losses: those of a client, who is shown new addresses, or of one address. */
export function isSharedWith({ addressId, clientId }: Pick<DepositRow, 'addressId' | 'clientId'>): RawBuilder<boolean> {
  return clientId === null ? sql`address_id = ${addressId}` : sql`client_id = ${clientId}`;
}

/** Most addresses in one query. */
const addressesMax = 5000;

export async function findScanHeight(executor: Executor, chain: string): Promise<number | undefined> {
  const row = await executor.selectFrom('depositScans').select('height').where('chain', '=', chain).executeTakeFirst();
  return row?.height;
}

export async function keepScanHeight({ db, clock }: AppContext, chain: string, height: number): Promise<void> {
  const row = { height, updatedAt: clock.now() };
  await db
    .insertInto('depositScans')
    .values({ chain, ...row })
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(row))
    .execute();
}

/** Which of the addresses are of our orders and clients, or were before a restore. */
export async function pickOwn(executor: Executor, chain: string, addresses: readonly string[]): Promise<Set<string>> {
  const own = new Set<string>();
  for (let start = 0; start < addresses.length; start += addressesMax) {
    const rows = await executor
      .selectFrom('depositAddresses')
      .select('address')
      .where('chain', '=', chain)
      .where('address', 'in', addresses.slice(start, start + addressesMax))
      .execute();
    const forgotten = await executor
      .selectFrom('forgottenAddresses')
      .select('address')
      .where('chain', '=', chain)
      .where('address', 'in', addresses.slice(start, start + addressesMax))
      .execute();
    for (const { address } of [...rows, ...forgotten]) own.add(address);
  }
  return own;
}

export async function findDepositAddress(
  executor: Executor,
  by: { orderId: string } | { chain: string; address: string },
): Promise<DepositAddressRow | undefined> {
  const rows = executor.selectFrom('depositAddresses').selectAll();
  return 'orderId' in by
    ? rows.where('orderId', '=', by.orderId).executeTakeFirst()
    : rows.where('chain', '=', by.chain).where('address', '=', by.address).executeTakeFirst();
}

/**
 * An address that a restore forgot and that was paid: it is its client's from now on, and more of the client's may be
 * behind it.
 */
export async function adoptForgotten(
  context: AppContext,
  trx: Executor,
  { chain, address }: { chain: ChainName; address: string },
): Promise<DepositAddressRow | undefined> {
  const found = await trx
    .deleteFrom('forgottenAddresses')
    .where('chain', '=', chain)
    .where('address', '=', address)
    .returning(['clientId', 'keyIndex', 'keyPath'])
    .executeTakeFirst();
  if (found === undefined) return undefined;
  await coverMore(context, trx, chain, found.clientId);
  return trx
    .insertInto('depositAddresses')
    .values({ addressId: newUuid(context), chain, address, ...found, createdAt: context.clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deposits of an order, the newest first. */
export async function listOrderDeposits(executor: Executor, orderId: string): Promise<DepositRow[]> {
  return executor
    .selectFrom('deposits')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('seenAt', 'desc')
    .orderBy('depositId', 'desc')
    .execute();
}
