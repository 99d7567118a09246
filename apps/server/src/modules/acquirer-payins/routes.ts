import { openWalletSheets as openSheetsCall } from '@causeway/contract/calls/open-wallet-sheets';
import { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { openWalletSheets } from './wallets/open-wallet-sheets.ts';
import { payOrder } from './pay-order.ts';

/** C-31 and C-94. */
export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, payOrderCall, async (input) => ({
    success: toFlag(true),
    redirect: await payOrder(context, input.params.niceId, await input.identify(), input.request),
    errors: [],
  }));
  bindCall(app, context, openSheetsCall, async (input) => ({
    success: toFlag(true),
    ...(await openWalletSheets(context, input.params.niceId, await input.identify(), input.request)),
    errors: [],
  }));
}
