import { getCalculation } from '@causeway/contract/calls/get-calculation';
import { getConfig } from '@causeway/contract/calls/get-config';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Reader } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { answerCalculation } from './answer-calculation.ts';
import { buildConfig } from './build-config.ts';

/** C-01 and C-04. */
export function pricingRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getConfig, async ({ request, language, identify }) =>
    buildConfig(context, { request, reader: await identify(), language }),
  );
  bindCall(app, context, getCalculation, ({ request, language, isVisitor, identify }) => {
    const answer = (reader: Reader) => answerCalculation(context, { preorder: request, reader, language });
    return isVisitor ? answer({ kind: 'visitor' }) : identify().then(answer);
  });
}
