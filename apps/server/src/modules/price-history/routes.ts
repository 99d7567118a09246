import { getPriceHistory } from '@causeway/contract/calls/get-price-history';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { readPriceHistory } from './read-price-history.ts';

/** C-90. */
export function priceHistoryRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getPriceHistory, async ({ request }) => {
    for (const field of ['base', 'quote'] as const)
      if (findCurrency(request[field]) === undefined)
        throw new Refusal({ code: 'CURRENCY_UNKNOWN', field, values: { currency: request[field] } });
    return { ...(await readPriceHistory(context, request)), errors: [] };
  });
}
