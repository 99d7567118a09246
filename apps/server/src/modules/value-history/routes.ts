import { getBalanceHistory } from '@causeway/contract/calls/get-balance-history';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { readValueHistory } from './read-value-history.ts';

/** C-88. */
export function valueHistoryRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getBalanceHistory, async ({ request, identify }) =>
    readValueHistory(context, clientIdOf(await identify()), request.period),
  );
}
