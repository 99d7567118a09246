import type { Preorder } from '@causeway/contract/shapes/preorder';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { normalCode } from '../coupons/coupon.ts';
import { quoteContent, signQuote } from './lock-quote.ts';
import type { QuoteRecord } from './quote-record.ts';

/**
 * The price that a quote locks, if it is ours, still alive, and of this preorder and client. `undefined` for anything
 * else: such an order is not made, and its price is asked for again.
 */
export function openQuote(
  context: Pick<AppContext, 'config' | 'clock'>,
  quote: string,
  order: { preorder: Preorder; clientId: string },
): QuoteRecord | undefined {
  const [body = '', signature = ''] = quote.split('.');
  const expected = Buffer.from(signQuote(context, body));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const content: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  // A quote of an earlier version of the server may have another form.
  const read = quoteContent.safeParse(content);
  if (!read.success) return undefined;
  const { record, until, clientId } = read.data;
  if (until * 1000 <= context.clock.now().getTime()) return undefined;
  if (clientId !== '' && clientId !== order.clientId) return undefined;
  return isOf(record, order.preorder) ? record : undefined;
}

function isOf(record: QuoteRecord, preorder: Preorder): boolean {
  const names = ['payinCurrency', 'payinGroup', 'payoutCurrency', 'payoutGroup'] as const;
  if (preorder.isFloatingRate !== false || record.partnerKey !== preorder.partnerKey) return false;
  if (names.some((name) => preorder[name] !== undefined && preorder[name] !== record[name])) return false;
  const { discount } = record;
  if (discount?.source === 'coupon' && normalCode(preorder.coupon ?? '') !== discount.code) return false;
  const side = record.isPayoutTyped ? 'payout' : 'payin';
  const precision = findCurrency(record[`${side}Currency`])?.precision ?? 0;
  return parseAmount(preorder[`${side}Amount`] ?? '', precision) === record[`${side}Amount`];
}
