import { finalStatuses } from '@causeway/domain/orders/order-status';
import type { AccountPart } from '../account-parts/account-part.ts';

/** Whoever has an order under way stays. Where coins and money went is known as long as the law asks. */
export const ordersAccount: AccountPart = {
  async findHold(trx, { clientId }) {
    const open = await trx
      .selectFrom('orders')
      .select('orderId')
      .where('clientId', '=', clientId)
      .where('status', 'not in', finalStatuses)
      .limit(1)
      .executeTakeFirst();
    return open === undefined ? undefined : { code: 'ORDER_IN_PROGRESS' };
  },
  async erase(trx, clientIds) {
    await trx
      .updateTable('orders')
      .set({ email: '', destinationAddress: '', destinationTag: '', destinationDetails: '{}', description: '' })
      .where('clientId', 'in', clientIds)
      .execute();
  },
};
