import { cancelableStatuses, finalStatuses } from '@causeway/domain/orders/order-status';
import type { AccountPart } from '../account-parts/account-part.ts';

/**
 * A client with an order under way cannot close the account. An unpaid order at a merchant does not count: anybody can
 * make one under the e-mail address of another.
 */
export const ordersAccount: AccountPart = {
  async findHold(trx, { clientId }) {
    const open = await trx
      .selectFrom('orders')
      .select('orderId')
      .where('clientId', '=', clientId)
      .where('status', 'not in', finalStatuses)
      .where(({ eb, or }) => or([eb('isMerchant', '=', false), eb('status', 'not in', cancelableStatuses)]))
      .limit(1)
      .executeTakeFirst();
    return open === undefined ? undefined : { code: 'ORDER_IN_PROGRESS' };
  },
};
