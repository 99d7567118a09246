import type { Confirmation } from '@causeway/contract/shapes/confirmation';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { listConfirmations } from './store.ts';
import { tellConfirmation, toOpenConfirmation } from './tell-confirmation.ts';

/** The confirmation that an order waits for, so that its owner can go on after a reload; `null` when it waits for none. */
export async function findOpenConfirmation(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { orderId, niceId, status }: Pick<OrderRow, 'orderId' | 'niceId' | 'status'>,
): Promise<Confirmation | null> {
  if (status !== 'confirmation_pending') return null;
  const [newest] = await listConfirmations(db, orderId);
  return newest === undefined ? null : tellConfirmation(toOpenConfirmation(newest), niceId, clock.now());
}
