import { listPartnerTransactions as partnerCall } from '@causeway/contract/calls/list-partner-transactions';
import { listTransactions as call } from '@causeway/contract/calls/list-transactions';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { listPartnerTransactions, listTransactions } from './list-orders.ts';

/** C-47 to C-49. */
export function transactionRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, call, async ({ request, language, identify }) =>
    listTransactions(context, { clientId: clientIdOf(await identify()), request, language }),
  );
  bindCall(app, context, partnerCall, async ({ request, language, identify }) =>
    listPartnerTransactions(context, { clientId: clientIdOf(await identify()), request, language }),
  );
}
