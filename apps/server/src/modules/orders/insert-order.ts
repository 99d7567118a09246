import { z } from 'zod';
import type { AppContext, Randomness } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { ClientRecord } from '../clients/store.ts';
import { type OrderRow, type Destination, toOrderRow } from '../order-lifecycle/store.ts';
import type { OrderRequest, OrderTerms } from '../merchants/read-terms.ts';
import { findPayinMethod, payinProviders } from '../payin-methods/find-payin-method.ts';
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { deriveKey } from '../../secrets/derive-key.ts';
import type { QuoteContent } from '../pricing/quote.ts';
import { type QuoteRecord, quoteRecord } from '../pricing/quote-record.ts';
import { usdCents } from '../pricing/order-value.ts';
import { findBoundAmount } from '../promises/require-promised-price.ts';
import type { FinishedOrder } from '../promises/finished-order.ts';
import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Presets } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { type RefusalItem, Refusal } from '../../errors.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PaymentOption, PriceList } from '../currencies/price-list.ts';
import type { Partner } from '../partners/partner.ts';
import { boundsOf, checkBounds, isTransferOut, modeOf } from '../pricing/price-pair.ts';
import { comparePresets } from '../promises/preset-rules.ts';
import { isOfQuote } from '../promises/quote-rules.ts';
import { compareRequest } from '../promises/request-rules.ts';

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
  /** The network that asks; none for an order that a transfer makes. */
  network: string | undefined;
}

/**
 * Compares an order with all that was promised, and writes the quote with its price and the order that uses it up: a
 * quote has one row, so that of any number of simultaneous orders one gets it.
 *
 * @throws Refusal what `requirePromised` refuses, and ORDERS_UNPAID
 */
export async function insertOrder(context: AppContext, trx: Executor, input: NewOrder): Promise<OrderRow> {
  const { orderId, record, destination, quote, request, terms, isWithdrawal, network } = input;
  const order = finish(input);
  const { record: _record, destination: _destination, ...rest } = order;
  const fixed = terms?.fixed ?? {};
  const promises = { request, quote, fixed, partner: terms?.partner, isWithdrawal };
  await requirePromised({ ...context, db: trx }, order, promises);
  const { clientId, isMerchant } = order;
  const { payinProvider } = record;
  const askedFrom = await claimOpenOrder(context, trx, { clientId, isMerchant, payinProvider, network });
  const createdAt = context.clock.now();
  const { firstStatus = 'payin_pending', waitSeconds = record.quoteSeconds } = findPayinMethod(record.payinProvider);
  const { settings } = await getPriceList({ ...context, db: trx });
  // An approval costs nothing and comes at once: held as long as a payment needs, the price would be a free option.
  const isOption = firstStatus === 'confirmation_pending' && !record.isFloatingRate;
  const heldSeconds = isOption ? settings.quoteLockSeconds : record.quoteSeconds;
  const expiresAt = new Date(createdAt.getTime() + heldSeconds * 1000);
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
      status: firstStatus,
      payinAmountEur: record.payinAmountEur,
      payinAmountUsd: usdCents(context.rates, record),
      payinDeadline,
      askedFrom,
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

/** The order that is about to be made. */
interface AskedOrder {
  clientId: string;
  isMerchant: boolean;
  payinProvider: string;
  network: string | undefined;
}

/**
 * Counts the open orders of a client and of a network for which the outside waits for money, so that neither makes it
 * open account numbers, addresses and payments without an end. The caller locks the client. What a merchant's payer has
 * open is counted for each network apart: anybody types an e-mail address.
 *
 * @returns what the new order is counted by while it waits; empty where nothing is opened outside
 * @throws Refusal ORDERS_UNPAID
 */
export async function claimOpenOrder(
  { config }: Pick<AppContext, 'config'>,
  trx: Executor,
  { clientId, isMerchant, payinProvider, network }: AskedOrder,
): Promise<string> {
  const method = findPayinMethod(payinProvider);
  const { openMost } = method;
  if (network === undefined || openMost === undefined) return '';
  const askedFrom = createHmac('sha256', deriveKey(config, 'counted tries'))
    .update(`open orders\n${network}`)
    .digest('base64url');
  if (config.RATE_LIMIT === 'off') return askedFrom;
  // Of several orders at once one after the other is counted.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`open orders ${askedFrom}`}, 0))`.execute(trx);
  const providers = payinProviders.filter((provider) => findPayinMethod(provider) === method);
  const { ofPayer, ofNetwork } = await trx
    .selectFrom('orders')
    .select(({ fn, eb }) => {
      const own = eb('clientId', '=', clientId).and('isMerchant', '=', isMerchant);
      const payers = isMerchant ? own.and('askedFrom', '=', askedFrom) : own;
      return [
        fn.countAll<bigint>().filterWhere(payers).as('ofPayer'),
        fn.countAll<bigint>().filterWhere('askedFrom', '=', askedFrom).as('ofNetwork'),
      ];
    })
    .where('askedFrom', '<>', '')
    .where((row) => row.or([row('clientId', '=', clientId), row('askedFrom', '=', askedFrom)]))
    .where(sql<string>`pricing ->> 'payinProvider'`, 'in', providers)
    .executeTakeFirstOrThrow();
  if (ofPayer >= BigInt(openMost.ofPayer)) throw unpaid('payer');
  if (ofNetwork >= BigInt(openMost.ofNetwork)) throw unpaid('network');
  return askedFrom;
}

export function unpaid(of: 'payer' | 'network'): Refusal {
  return new Refusal({ code: 'ORDERS_UNPAID', values: { of } });
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

/** Everything that binds an order. */
interface Promises {
  /** The request, with its missing fields filled in. */
  request: RequestOf<typeof createOrder>;
  /** The price on screen; only a floating rate has none. */
  quote: QuoteContent | undefined;
  /** Presets that a session token and the partner's locks fix. */
  fixed: Presets;
  partner: Partner | undefined;
  /** Money leaves the balance, also in its own currency. */
  isWithdrawal: boolean;
}

/**
 * The last step before an order is written: compares all of it with everything that was promised, for every kind of
 * order.
 *
 * @throws Refusal QUOTE_EXPIRED, PRESET_LOCKED for each preset, PAYIN_PAUSED, PAYOUT_PAUSED, AMOUNT_MIN, AMOUNT_MAX,
 * CANT_EXCHANGE, MERCHANT_OFF, PARTNER_ACCOUNT_MISSING, FIELD_INVALID for a field that differs from the request
 */
export async function requirePromised(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  order: FinishedOrder,
  promises: Promises,
): Promise<void> {
  const network = context.config.BITCOIN_NETWORK;
  const changed = comparePresets(order, promises.fixed, network);
  if (changed.length > 0) throw new Refusal(changed);
  requireQuote(order, promises);
  const asked = compareRequest(order, promises.request, network);
  if (asked.length > 0) throw promises.quote === undefined ? otherwise(asked) : quoteExpired();
  const wrong = [...judgeRights(order, promises), ...judgeOptions(order, promises, await getPriceList(context))];
  if (wrong.length > 0) throw new Refusal(wrong);
}

/** The promised price has ended; the answer has the current price. */
export function quoteExpired(cause?: unknown): Refusal {
  return new Refusal({ code: 'QUOTE_EXPIRED', field: 'quote', type: 'warning' }, { cause });
}

/** A fixed price needs its quote, and a quote is for a fixed price only. @throws Refusal QUOTE_EXPIRED */
function requireQuote(order: FinishedOrder, { quote }: Promises): void {
  const isPromised = quote === undefined ? order.record.isFloatingRate : isOfQuote(order, quote);
  if (!isPromised) throw quoteExpired();
}

function otherwise(names: readonly string[]): Refusal {
  return new Refusal(
    names.map((name) => ({ code: 'FIELD_INVALID', field: toSnakeCase(name), values: { fault: 'otherwise' } })),
  );
}

/** What the payer and the partner of the order may not do. */
function judgeRights(order: FinishedOrder, { partner, fixed }: Promises): RefusalItem[] {
  const { record, destination, isMerchant, payToPartner } = order;
  const items: RefusalItem[] = [];
  if (order.partnerKey !== (partner?.partnerKey ?? null) || record.partnerKey !== partner?.partnerKey)
    items.push({ code: 'PARTNER_UNKNOWN', field: 'partner_key' });
  if (isMerchant && partner?.isMerchant !== true) items.push({ code: 'MERCHANT_OFF' });
  // A merchant's payer is not signed in: neither balance, card nor discount of an address's owner may be used.
  if (isMerchant && record.payinGroup === 'balance') items.push({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (isMerchant && destination.details.payinCardToken !== '') items.push({ code: 'CARD_INVALID', field: 'token' });
  const isOwnDiscount = record.discount !== undefined && record.discount.source !== 'coupon';
  if (isMerchant && isOwnDiscount) items.push({ code: 'QUOTE_EXPIRED', field: 'quote', type: 'warning' });
  if (isMerchant && !payToPartner && fixed.dstAddress === undefined)
    items.push({ code: 'PRESET_LOCKED', field: 'dst_address' });
  if (payToPartner && (partner?.clientId ?? null) === null) items.push({ code: 'PARTNER_ACCOUNT_MISSING' });
  // An order that pays the partner goes to the partner's balance.
  if (payToPartner && (record.payoutGroup !== 'balance' || destination.address !== ''))
    items.push({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  return items;
}

/** Why the two options of an order do not accept it at this moment. */
function judgeOptions({ record }: FinishedOrder, { isWithdrawal }: Promises, list: PriceList): RefusalItem[] {
  const payin = findOption(list.payin, record.payinCurrency, record.payinGroup);
  const payout = findOption(list.payout, record.payoutCurrency, record.payoutGroup);
  const items: RefusalItem[] = [];
  if (payin?.provider !== record.payinProvider || payin.isPaused)
    items.push({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (payout?.provider !== record.payoutProvider || payout.isPaused)
    items.push({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  if (payin === undefined || payout === undefined || items.length > 0) return items;
  const pair = { payin, payout };
  const isSold = modeOf(pair) === 'exchange' || (isWithdrawal && isTransferOut(pair));
  if (!isSold) return [{ code: 'CANT_EXCHANGE', field: 'payin_currency' }];
  return checkBounds(record.payinAmount, boundsOf(pair, record), pair);
}

function findOption(options: PriceList['payin'], currency: string, code: string): PaymentOption | undefined {
  return options.get(currency)?.find(({ group }) => group.code === code);
}
