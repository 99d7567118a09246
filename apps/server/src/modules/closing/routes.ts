import { deleteAccount as deleteAccountCall } from '@causeway/contract/calls/delete-account';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { deleteAccount } from './delete-account.ts';

/** The end of an account: C-63. */
export function closingRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, deleteAccountCall, async ({ request, identify }) => {
    await deleteAccount(context, { clientId: clientIdOf(await identify()), ...request });
    return { success: toFlag(true), errors: [] };
  });
}
