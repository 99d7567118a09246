import type { Selectable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { DepositAddresses, Deposits } from '../../database/types.generated.ts';

export type DepositRow = Selectable<Deposits>;
export type DepositAddressRow = Selectable<DepositAddresses>;

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

/** Which of the addresses are of our orders. */
export async function pickOwn(executor: Executor, chain: string, addresses: readonly string[]): Promise<Set<string>> {
  const own = new Set<string>();
  for (let start = 0; start < addresses.length; start += addressesMax) {
    const rows = await executor
      .selectFrom('depositAddresses')
      .select('address')
      .where('chain', '=', chain)
      .where('address', 'in', addresses.slice(start, start + addressesMax))
      .execute();
    for (const { address } of rows) own.add(address);
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
