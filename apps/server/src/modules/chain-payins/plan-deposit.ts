import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { isChain } from '../../providers/chain-settings.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { deriveAddress } from './derive-address.ts';

const next = z.object({ keyIndex: z.coerce.number().int() });

/** Gives an order an address of its own, in the caller's transaction. */
export async function planDeposit(context: AppContext, trx: Executor, order: OrderRow): Promise<void> {
  const { orderId, payinGroup: chain } = order;
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  const { rows } = await sql`select nextval('deposit_key_index') as key_index`.execute(trx);
  const { keyIndex } = next.parse(rows[0]);
  const { address, keyPath } = deriveAddress(context.config, chain, keyIndex);
  const addressId = newUuid(context);
  await trx
    .insertInto('depositAddresses')
    .values({ addressId, chain, address, keyIndex, keyPath, orderId, createdAt: context.clock.now() })
    .execute();
}
