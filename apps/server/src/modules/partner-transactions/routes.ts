import { listPartnerTransactions as call } from '@causeway/contract/calls/list-partner-transactions';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import { listPartnerTransactions } from './list-partner-transactions.ts';

/** C-49. */
export function partnerTransactionRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, call, async ({ request, language, identify }) =>
    listPartnerTransactions(context, { clientId: clientIdOf(await identify()), request, language }),
  );
}
