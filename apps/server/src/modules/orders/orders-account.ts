import { finalStatuses } from '@causeway/domain/orders/order-status';
import type { AccountPart } from '../account-parts/account-part.ts';

/** A client with an order under way cannot close the account. */
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
};
