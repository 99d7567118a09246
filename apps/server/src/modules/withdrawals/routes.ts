import { createWithdrawal } from '@causeway/contract/calls/create-withdrawal';
import { getWithdrawalConfig } from '@causeway/contract/calls/get-withdrawal-config';
import { getWithdrawalPrice } from '@causeway/contract/calls/get-withdrawal-price';
import type { RequestOf } from '@causeway/contract/define-call';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { type CallInput, bindCall } from '../../plugins/bind-call.ts';
import type { OrderRequest } from '../merchants/read-terms.ts';
import { placeOrderCall } from '../orders/place-order-call.ts';
import { answerCalculation } from '../pricing/quote.ts';
import { buildWithdrawalConfig } from '../pricing/config/build-config.ts';

/** C-42 to C-44. A withdrawal is an order that the balance pays, approved by the call of C-32 (C-45). */
export function withdrawalRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getWithdrawalConfig, async ({ language, identify }) =>
    buildWithdrawalConfig(context, await identify(), language),
  );

  bindCall(app, context, getWithdrawalPrice, async ({ request, language, identify }) =>
    answerCalculation(context, { preorder: asOrder(request), caller: await identify(), language, isWithdrawal: true }),
  );

  bindCall(app, context, createWithdrawal, (input) => withdraw(context, input), { captcha: 'by handler' });
}

async function withdraw(context: AppContext, input: CallInput<typeof createWithdrawal>) {
  if (!context.config.FEATURES.split(',').includes('new_widget_withdrawal')) {
    await input.verifyCaptcha();
    throw new Refusal({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  }
  const { language, ip, requestId, sent, idempotencyKey, authorization, isVisitor, identify, verifyCaptcha } = input;
  const call = { language, ip, requestId, sent, idempotencyKey, authorization, isVisitor, identify, verifyCaptcha };
  const request = asOrder(input.request);
  const answer = await placeOrderCall(context, { ...call, params: {}, request }, { isWithdrawal: true });
  const { success, uuid, niceId, expirationSec, expirationTimeSec, codeFrom, errors } = answer;
  return { success, uuid, niceId, expirationSec, expirationTimeSec, codeFrom, errors };
}

/**
 * The order that withdraws. What its form says of rate and holder is agreed to by its code, which names the amounts.
 *
 * @throws Refusal GROUP_UNKNOWN where nothing would leave the balance
 */
function asOrder(
  request: RequestOf<typeof getWithdrawalPrice> & Partial<RequestOf<typeof createWithdrawal>>,
): OrderRequest {
  if (request.payoutGroup === 'balance') {
    const values = { group: request.payoutGroup };
    throw new Refusal({ code: 'GROUP_UNKNOWN', field: 'payout_group', values });
  }
  return { ...request, payinGroup: 'balance', isFloatingRate: true, isAgreeRate: true, isAgreeName: true };
}
