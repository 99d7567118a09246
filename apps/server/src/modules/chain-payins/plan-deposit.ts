import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { isChain } from '../../providers/chain-settings.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { deriveAddress } from './derive-address.ts';
import { nextKeyIndex } from './next-key-index.ts';

/** Gives an order an address of its own, in the caller's transaction. */
export async function planDeposit(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, payinGroup: chain } = order;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  for (;;) {
    const keyIndex = nextKeyIndex(context);
    const { address, keyPath } = deriveAddress(context.config, chain, keyIndex);
    const addressId = newUuid(context);
    const inserted = await trx
      .insertInto('depositAddresses')
      .values({ addressId, chain, address, keyIndex, keyPath, orderId, createdAt: context.clock.now() })
      // Another process that began in the same second and lane had this one.
      .onConflict((conflict) => conflict.columns(['chain', 'keyIndex']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return;
  }
}
