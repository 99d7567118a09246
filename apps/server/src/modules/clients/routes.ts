import { getClient } from '@causeway/contract/calls/get-client';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { findDueAgreement } from './current-agreement.ts';
import { describeClient, describeVisitor } from './describe-client.ts';
import { findPasswordById } from './passwords/password.ts';
import { findClient } from './store.ts';

/** The client itself: C-02. */
export function clientRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getClient, async (input) => {
    const caller = await input.identify();
    if (caller.kind === 'visitor') return { success: toFlag(true), client: describeVisitor(input.language) };
    const client = await findClient(context.db, caller.clientId);
    if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
    const due = await findDueAgreement(context.db, caller.clientId, context.clock.now());
    const isPasswordSet = (await findPasswordById(context.db, caller.clientId)) !== '';
    const shown = describeClient(client, { isAgreementDue: due !== undefined, isPasswordSet });
    return { success: toFlag(true), client: shown };
  });
}
