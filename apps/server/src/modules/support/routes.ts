import { openSupportCase as openCall } from '@causeway/contract/calls/open-support-case';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { openCase } from './open-case.ts';

/** Messages to support: C-89. */
export function supportRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, openCall, async ({ request, language, identify }) => {
    const caller = await identify();
    const clientId = caller.kind === 'visitor' ? undefined : caller.clientId;
    const opened = await openCase(context, { ...request, clientId, language: request.lang ?? language });
    return { success: toFlag(true), ...opened, errors: [] };
  });
}
