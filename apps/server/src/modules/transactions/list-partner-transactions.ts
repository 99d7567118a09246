import type { listPartnerTransactions as call } from '@causeway/contract/calls/list-partner-transactions';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { showOrder } from '../orders/show-order.ts';
import { listOrders, tellRow, type ListInput } from './list-orders.ts';
import { selectPartnerKeys } from './store.ts';

/**
 * Orders of the partners that a client stands for, each as a partner may see it.
 *
 * @throws Refusal NOT_FOUND for anybody without the partner's role
 */
export async function listPartnerTransactions(
  context: AppContext,
  { clientId, ...asked }: ListInput,
): Promise<AnswerOf<typeof call>> {
  const partnerKeys = await selectPartnerKeys(context.db, clientId);
  if (partnerKeys.length === 0) throw new Refusal({ code: 'NOT_FOUND' });
  return listOrders(context, {
    ...asked,
    scope: { partnerKeys },
    tell: async (order) => showOrder(tellRow(context, order), 'partner'),
  });
}
