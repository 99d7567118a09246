import type { AppContext, Caller } from '../../context.ts';
import { type OrderRow, findOrder, mayPay } from '../order-lifecycle/store.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import type { getOrder as getOrderCall } from '@causeway/contract/calls/get-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CallInput } from '../../plugins/bind-call.ts';
import { readOrder } from './read-order.ts';

/** Waits for work, but not longer than the budget; work that is late or fails goes on by its job. */
export async function withinBudget(work: Promise<void>, milliseconds: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}

/**
 * Asks whoever takes an order's money how it stands, and acts on it.
 *
 * @param known the order, where it was read or made a moment ago
 * @throws ProviderError
 */
export async function syncPayin(context: AppContext, orderId: string, known?: OrderRow): Promise<void> {
  const order = known ?? (await findOrder(context.db, { orderId }));
  if (order !== undefined) await findPayinMethod(order.pricing.payinProvider).sync(context, orderId, order);
}

/** How long an owner who comes back from the acquirer's page waits for its word. */
const newsBudgetMs = 1500;

/**
 * C-28: an order as its caller may see it. When its owner opens it, and does not merely poll, the acquirer is
 * asked at once: whoever returns from paying must not read that nothing was paid.
 */
export async function openOrderCall(
  context: AppContext,
  input: CallInput<typeof getOrderCall>,
): Promise<AnswerOf<typeof getOrderCall>> {
  const caller = await input.identify();
  if (input.request.ghostMode !== true) await askForNews(context, input.params.niceId, caller);
  return { order: await readOrder(context, input.params, caller, input.request.partnerKey), errors: [] };
}

async function askForNews(context: AppContext, niceId: string, caller: Caller): Promise<void> {
  const order = await findOrder(context.db, { niceId });
  if (order?.status !== 'payin_pending' || !mayPay(order, caller)) return;
  await withinBudget(syncPayin(context, order.orderId, order), newsBudgetMs);
}
