import { getPartnerOrder } from '@causeway/contract/calls/get-partner-order';
import { listPartnerOrders } from '@causeway/contract/calls/list-partner-orders';
import { sendTestEvent } from '@causeway/contract/calls/send-test-event';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { requirePartner } from '../merchants/session-routes.ts';
import { listHistory } from '../order-lifecycle/change-status.ts';
import { type OrderRow, findOrder } from '../order-lifecycle/store.ts';
import { toPartnerOrder } from '../partner-webhooks/deliver-webhook.ts';
import { readCursor, writeCursor } from '../transactions/order-filter.ts';
import { selectOrders } from '../transactions/store.ts';
import { postTestEvent } from './post-test-event.ts';

const pageSize = 20;
const noFilter = { from: undefined, until: undefined, payinGroup: [], payinCurrency: [], payoutCurrency: [] };

/** C-81 to C-83. */
export function partnerOrderRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  const authorize = (authorization: string | undefined) => requirePartner(context, authorization);
  const authorizeRead = (authorization: string | undefined) => requirePartner(context, authorization, true);

  bindCall(
    app,
    context,
    getPartnerOrder,
    async ({ params, authorization }) => {
      const { partner } = await authorizeRead(authorization);
      const order = await findOrder(db, { niceId: params.niceId });
      if (order === undefined || order.partnerKey !== partner.partnerKey) throw new Refusal({ code: 'NOT_FOUND' });
      return { order: await describe(context, order), errors: [] };
    },
    { authorize: authorizeRead },
  );

  bindCall(
    app,
    context,
    listPartnerOrders,
    async ({ request, authorization }) => {
      const { partner } = await authorizeRead(authorization);
      const { status, partnerOrderId, page } = request;
      const found = await selectOrders(
        db,
        { partnerKeys: [partner.partnerKey] },
        { ...noFilter, status: status === undefined ? [] : [status], partnerOrderId },
        { after: readCursor(page), size: pageSize },
      );
      const shown = found.slice(0, pageSize);
      const last = found.length > pageSize ? shown.at(-1) : undefined;
      return {
        orders: await Promise.all(shown.map((order) => describe(context, order))),
        nextPage: last === undefined ? '' : writeCursor(last),
        errors: [],
      };
    },
    { authorize: authorizeRead },
  );

  bindCall(
    app,
    context,
    sendTestEvent,
    async ({ authorization }) => {
      const { partner } = await authorize(authorization);
      const answer = await postTestEvent(context, partner);
      const answerCode = 'code' in answer ? answer.code : 0;
      return {
        success: toFlag(answerCode >= 200 && answerCode < 300),
        answerCode,
        failure: 'failure' in answer ? answer.failure : '',
        errors: [],
      };
    },
    { authorize },
  );
}

async function describe({ db }: AppContext, order: OrderRow) {
  const reason = (await listHistory(db, order.orderId)).at(-1)?.reason ?? order.archivedReason;
  return toPartnerOrder(order, { status: order.status, reason });
}
