import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { ClientRecord } from '../clients/find-client.ts';
import type { Destination } from '../lifecycle/destination.ts';
import { toOrderRow, type OrderRow } from '../lifecycle/store.ts';
import type { OrderTerms } from '../merchants/read-terms.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import { quoteRecord, type QuoteRecord } from '../pricing/quote-record.ts';
import { usdCents } from '../pricing/usd-cents.ts';
import { makeNiceId } from './make-nice-id.ts';

/** What an order is made of, all of it checked. */
export interface NewOrder {
  orderId: string;
  client: ClientRecord;
  record: QuoteRecord;
  destination: Destination;
  language: string;
  terms: OrderTerms | undefined;
  partnerOrderId: string | undefined;
  description: string | undefined;
  coupon: string | undefined;
}

/** Writes the quote that holds the price, and the order that uses it up. */
export async function insertOrder(context: AppContext, trx: Executor, input: NewOrder): Promise<OrderRow> {
  const { orderId, client, record, destination } = input;
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + record.quoteSeconds * 1000);
  const waitSeconds = findPayinMethod(record.payinProvider).waitSeconds ?? record.quoteSeconds;
  const payinDeadline = new Date(createdAt.getTime() + Math.max(waitSeconds, record.quoteSeconds) * 1000);
  const quoteId = newUuid(context);
  const priced = {
    payinCurrency: record.payinCurrency,
    payinGroup: record.payinGroup,
    payinAmount: record.payinAmount,
    payoutCurrency: record.payoutCurrency,
    payoutGroup: record.payoutGroup,
    payoutAmount: record.payoutAmount,
    isFloatingRate: record.isFloatingRate,
    pricing: JSON.stringify(z.encode(quoteRecord, record)),
    createdAt,
    expiresAt,
  };
  const row = await trx
    .with('quote', (db) => db.insertInto('quotes').values({ quoteId, isPayoutTyped: record.isPayoutTyped, ...priced }))
    .insertInto('orders')
    .values({
      orderId,
      niceId: makeNiceId(context.random),
      clientId: client.clientId,
      ...tellTerms(input.terms),
      partnerOrderId: input.partnerOrderId ?? '',
      quoteId,
      status: findPayinMethod(record.payinProvider).firstStatus ?? 'payin_pending',
      payinAmountEur: record.payinAmountEur,
      payinAmountUsd: usdCents(context.rates, record),
      payinDeadline,
      destinationAddress: destination.address,
      destinationTag: destination.tag,
      destinationDetails: JSON.stringify(destination.details),
      description: input.description ?? '',
      coupon: input.coupon ?? '',
      language: input.language,
      email: client.email,
      ...priced,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOrderRow(row);
}

function tellTerms(terms: OrderTerms | undefined) {
  if (terms === undefined) return { partnerKey: null };
  const { partner, session, ...rest } = terms;
  return { ...rest, partnerKey: partner.partnerKey, partnerSessionId: session?.sessionId ?? null };
}
