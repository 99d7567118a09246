import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Presets } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PaymentOption, PriceList } from '../currencies/price-list.ts';
import type { Partner } from '../partners/partner.ts';
import { boundsOf, checkBounds, isTransferOut, modeOf } from '../pricing/price-pair.ts';
import type { QuoteContent } from '../pricing/quote-token.ts';
import type { FinishedOrder } from './finished-order.ts';
import { comparePresets } from './preset-rules.ts';
import { isOfQuote } from './quote-rules.ts';
import { compareRequest } from './request-rules.ts';

/** Everything that binds an order. */
export interface Promises {
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
