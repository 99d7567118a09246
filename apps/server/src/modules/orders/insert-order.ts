import { z } from 'zod';
import type { AppContext, Randomness } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { ClientRecord } from '../clients/store.ts';
import { type OrderRow, toOrderRow, type Destination } from '../order-lifecycle/store.ts';
import type { OrderRequest, OrderTerms } from '../merchants/read-terms.ts';
import { findPayinMethod } from '../payin-methods/find-payin-method.ts';
import type { QuoteContent } from '../pricing/quote-token.ts';
import { type QuoteRecord, quoteRecord } from '../pricing/quote-record.ts';
import { usdCents } from '../pricing/quote-rate.ts';
import { findBoundAmount } from '../promises/require-promised-price.ts';
import type { FinishedOrder } from '../promises/finished-order.ts';
import { requirePromised } from '../promises/require-promised.ts';

/** The parts of a new order. */
interface NewOrder {
  orderId: string;
  client: ClientRecord;
  record: QuoteRecord;
  destination: Destination;
  language: string;
  terms: OrderTerms | undefined;
  /** The effective request: with its missing fields filled in. */
  request: OrderRequest;
  /** The quote that locked the price. */
  quote: QuoteContent | undefined;
  isWithdrawal: boolean;
}

/**
 * Compares an order with all that was promised, and writes the quote with its price and the order that uses it up: a
 * quote has one row, so that of any number of simultaneous orders one gets it.
 *
 * @throws Refusal what `requirePromised` refuses
 */
export async function insertOrder(context: AppContext, trx: Executor, input: NewOrder): Promise<OrderRow> {
  const { orderId, record, destination, quote, request, terms, isWithdrawal } = input;
  const order = finish(input);
  const { record: _record, destination: _destination, ...rest } = order;
  const fixed = terms?.fixed ?? {};
  const promises = { request, quote, fixed, partner: terms?.partner, isWithdrawal };
  await requirePromised({ ...context, db: trx }, order, promises);
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + record.quoteSeconds * 1000);
  const waitSeconds = findPayinMethod(record.payinProvider).waitSeconds ?? record.quoteSeconds;
  const payinDeadline = new Date(createdAt.getTime() + Math.max(waitSeconds, record.quoteSeconds) * 1000);
  const quoteId = quote?.quoteId ?? newUuid(context);
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
      ...rest,
      partnerSessionId: terms?.session?.sessionId ?? null,
      quoteId,
      status: findPayinMethod(record.payinProvider).firstStatus ?? 'payin_pending',
      payinAmountEur: record.payinAmountEur,
      payinAmountUsd: usdCents(context.rates, record),
      payinDeadline,
      destinationAddress: destination.address,
      destinationTag: destination.tag,
      destinationDetails: JSON.stringify(destination.details),
      language: input.language,
      ...priced,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOrderRow(row);
}

function finish({ client, record, destination, terms, request }: NewOrder): FinishedOrder {
  const { partnerOrderId = '', description = '', coupon = '' } = request;
  const order = {
    clientId: client.clientId,
    email: client.payerEmail ?? client.email,
    record,
    destination,
    partnerKey: terms?.partner.partnerKey ?? null,
    partnerOrderId,
    description,
    coupon,
    isMerchant: terms?.isMerchant ?? false,
    payToPartner: terms?.payToPartner ?? false,
    isDonation: terms?.isDonation ?? false,
    purchaseAmount: terms?.purchaseAmount ?? '',
    purchaseCurrency: terms?.purchaseCurrency ?? '',
    httpReturnSuccess: terms?.httpReturnSuccess ?? '',
    httpReturnFailed: terms?.httpReturnFailed ?? '',
  };
  return { ...order, boundAmount: findBoundAmount(order, terms?.fixed ?? {}) };
}

/** Crockford's base 32: no I, L, O or U, so that an order number is not misread or misspelt. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bytesNeeded = 10;

/** A public order id. It is a capability, so it carries 80 random bits. */
export function makeNiceId(random: Randomness): string {
  let bits = BigInt(`0x${Buffer.from(random.bytes(bytesNeeded)).toString('hex')}`);
  let text = '';
  for (let index = 0; index < 16; index += 1) {
    text = alphabet.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `CW${text}`;
}
