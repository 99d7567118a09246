import { approveOrder as approveOrderCall } from '@causeway/contract/calls/approve-order';
import { resendOrderCode } from '@causeway/contract/calls/resend-order-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { sessionOf } from '../auth/tokens.ts';
import { resendConfirmation } from '../confirmations/issue-confirmation.ts';
import { clientIdOf } from '../clients/store.ts';
import { answerOnce } from '../idempotency/answer-once.ts';
import { approveOrder } from './approve-order.ts';

// Both use a token once, and their answer may get lost: sent again, the call is answered the same.
const captchaByHandler = { captcha: 'by handler' } as const;

/** C-32 and C-33. */
export function balancePayinRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(
    app,
    context,
    approveOrderCall,
    async ({ request, language, identify, verifyCaptcha }) => {
      const { clientId, sessionId } = sessionOf(await identify());
      const once = { ...onceFor(clientId, approveOrderCall.name, request), answer: approveOrderCall.answer };
      return answerOnce(context, { ...once, verifyCaptcha }, async () => {
        const { niceId, refused } = await approveOrder(context, { ...request, clientId, sessionId });
        return {
          success: toFlag(refused === undefined),
          niceId,
          errors: refused === undefined ? [] : [context.texts.toErrorItem(language, refused)],
        };
      });
    },
    captchaByHandler,
  );

  bindCall(
    app,
    context,
    resendOrderCode,
    async ({ request, language, identify, verifyCaptcha }) => {
      const clientId = clientIdOf(await identify());
      const once = { ...onceFor(clientId, resendOrderCode.name, request), answer: resendOrderCode.answer };
      return answerOnce(context, { ...once, verifyCaptcha }, async () => {
        const { confirmation, refused } = await resendConfirmation(context, { uuid: request.uuid, clientId });
        return {
          success: toFlag(refused === undefined),
          ...confirmation,
          errors: refused === undefined ? [] : [context.texts.toErrorItem(language, refused)],
        };
      });
    },
    captchaByHandler,
  );
}

function onceFor(clientId: string, call: string, request: { gRecaptchaResponse?: string | undefined }) {
  const { gRecaptchaResponse: captchaToken, ...asked } = request;
  return { actor: `client:${clientId}`, captchaToken, body: { call, ...asked }, isKept: () => true };
}
