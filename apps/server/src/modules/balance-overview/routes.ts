import { getBalance } from '@causeway/contract/calls/get-balance';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { readBalanceOverview } from './read-balance.ts';

/** C-37. */
export function balanceOverviewRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getBalance, async ({ identify }) =>
    readBalanceOverview(context, clientIdOf(await identify())),
  );
}
