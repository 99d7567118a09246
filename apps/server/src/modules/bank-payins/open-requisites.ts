import { isBeforeMoney } from '@causeway/domain/orders/order-transitions';
import type { AppContext } from '../../context.ts';
import { findOrder } from '../lifecycle/store.ts';
import { findRequisites } from './store.ts';

/**
 * Has the bank make the account number that an order is paid to; the order's id is the key, so that it is made once.
 *
 * @throws ProviderError
 */
export async function openRequisites(context: AppContext, orderId: string): Promise<void> {
  const order = await findOrder(context.db, { orderId });
  const wanted = await findRequisites(context.db, orderId);
  if (order === undefined || wanted === undefined || wanted.iban !== null || !isBeforeMoney(order.status)) return;
  const { bank } = context.providers;
  const made = await bank.issueRequisites({ key: orderId, reference: order.niceId, holder: context.config.BRAND_NAME });
  await context.db
    .updateTable('bankRequisites')
    .set({ ...made, openedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('iban', 'is', null)
    .execute();
}
