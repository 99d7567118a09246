import type { AccountPart } from '../account-parts/account-part.ts';

/** A client who waits for a refund cannot close the account. */
export const settlementAccount: AccountPart = {
  async findHold(trx, { clientId }) {
    const open = await trx
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.orderId', 'refunds.orderId')
      .select('refunds.refundId')
      .where('orders.clientId', '=', clientId)
      .where('refunds.status', '!=', 'done')
      .limit(1)
      .executeTakeFirst();
    return open === undefined ? undefined : { code: 'ORDER_IN_PROGRESS' };
  },
};
