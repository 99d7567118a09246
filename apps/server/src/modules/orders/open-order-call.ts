import type { AppContext, Caller } from '../../context.ts';
import { type OrderRow, findOrder, mayPay } from '../order-lifecycle/store.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import type { getOrder as getOrderCall } from '@causeway/contract/calls/get-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CallInput } from '../../plugins/bind-call.ts';
import { readOrder } from './read-order.ts';

/** Waits for work, but not longer than the budget; late or failed work is continued by its job. */
export async function withinBudget(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}

/**
 * Queries the provider of an order's pay-in, and applies its status.
 *
 * @param known the order, if it was read or made a moment ago
 * @throws ProviderError
 */
export async function syncPayin(context: AppContext, orderId: string, known?: OrderRow): Promise<void> {
  const order = known ?? (await findOrder(context.db, { orderId }));
  if (order !== undefined) await findPayinMethod(order.pricing.payinProvider).sync(context, orderId, order);
}

/** How long an owner who comes back from the acquirer's page waits for its answer. */
const refreshBudgetMs = 1500;

/**
 * C-28: an order as its caller may see it. When its owner opens it, and does not merely poll, the acquirer is queried
 * at once: a payer who returns from paying must not read that nothing was paid.
 */
export async function openOrderCall(
  context: AppContext,
  input: CallInput<typeof getOrderCall>,
): Promise<AnswerOf<typeof getOrderCall>> {
  const caller = await input.identify();
  if (input.request.ghostMode !== true) await refreshPayin(context, input.params.niceId, caller);
  return { order: await readOrder(context, input.params, caller, input.request.partnerKey), errors: [] };
}

async function refreshPayin(context: AppContext, niceId: string, caller: Caller): Promise<void> {
  const order = await findOrder(context.db, { niceId });
  if (order?.status !== 'payin_pending' || !mayPay(order, caller)) return;
  await withinBudget(syncPayin(context, order.orderId, order), refreshBudgetMs);
}
