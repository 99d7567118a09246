import { decideLatePayment } from '@causeway/contract/calls/decide-late-payment';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { answerQuestion } from './answer-question.ts';

/** C-34: the owner's decision about late or partial money. */
export function decisionRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, decideLatePayment, async (input) => {
    await answerQuestion(context, await input.identify(), input.request);
    return { success: toFlag(true), errors: [] };
  });
}
