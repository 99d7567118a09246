import type { getOrder as getOrderCall } from '@causeway/contract/calls/get-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { AppContext, Reader } from '../../context.ts';
import type { CallInput } from '../../plugins/bind-call.ts';
import { mayPay } from '../lifecycle/may-pay.ts';
import { findOrder } from '../lifecycle/store.ts';
import { syncPayin } from './sync-payin.ts';
import { readOrder } from './read-order.ts';
import { withinBudget } from './within-budget.ts';

/** How long an owner who comes back from the acquirer's page waits for its word. */
const newsBudgetMs = 1500;

/**
 * C-28: an order as its reader may see it. When its owner opens it, and does not merely poll, the acquirer is
 * asked at once: whoever returns from paying must not read that nothing was paid.
 */
export async function openOrderCall(
  context: AppContext,
  input: CallInput<typeof getOrderCall>,
): Promise<AnswerOf<typeof getOrderCall>> {
  const reader = await input.identify();
  if (input.request.ghostMode !== true) await askForNews(context, input.params.niceId, reader);
  return { order: await readOrder(context, input.params, reader, input.request.partnerKey), errors: [] };
}

async function askForNews(context: AppContext, niceId: string, reader: Reader): Promise<void> {
  const order = await findOrder(context.db, { niceId });
  if (order?.status !== 'payin_pending' || !mayPay(order, reader)) return;
  await withinBudget(syncPayin(context, order.orderId, order), newsBudgetMs);
}
