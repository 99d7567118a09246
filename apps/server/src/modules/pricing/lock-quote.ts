import type { Preorder } from '@causeway/contract/shapes/preorder';
import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { AppContext, Reader } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import { normalCode } from '../coupons/coupon.ts';
import type { PricedOrder } from './priced-order.ts';
import { quoteRecord } from './quote-record.ts';

/** What a quote promises: the whole price, from when until when, to whom, and for which kind of order. */
export const quoteContent = z.object({
  /** The row that the order writes for it: the database takes each one once. */
  quoteId: z.uuid(),
  record: quoteRecord,
  /** Unix seconds. */
  madeAt: z.int(),
  /** Unix seconds. */
  until: z.int(),
  /** Who asked; empty for a visitor, who may sign in with the quote in hand. */
  clientId: z.string(),
  isMerchant: z.boolean(),
  payToPartner: z.boolean(),
  /** As it is compared; empty without one. */
  coupon: z.string(),
});

export type QuoteContent = z.output<typeof quoteContent>;

/**
 * Locks a fixed price: the quote is all that an order at exactly this price needs. Nothing is stored, the signature
 * says that the price is ours.
 *
 * @returns `undefined` where there is nothing to lock: a floating rate, no price, or a price that is refused
 */
export function lockQuote(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  { reader, preorder }: { reader: Reader; preorder: Preorder },
  { record, errors, quoteLockSeconds, purpose }: PricedOrder,
): { quote: string; quoteExpiresAt: number } | undefined {
  if (record === undefined || record.isFloatingRate || errors.length > 0) return undefined;
  const madeAt = Math.floor(context.clock.now().getTime() / 1000);
  const until = madeAt + quoteLockSeconds;
  // At a merchant a sign-in counts for nothing.
  const clientId = reader.kind === 'client' && !purpose.isMerchant ? reader.clientId : '';
  const coupon = normalCode(preorder.coupon ?? '');
  const content = { quoteId: newUuid(context), record, madeAt, until, clientId, ...purpose, coupon };
  const body = Buffer.from(JSON.stringify(z.encode(quoteContent, content))).toString('base64url');
  return { quote: `${body}.${sign(deriveKey(context.config, 'quotes'), body)}`, quoteExpiresAt: until };
}

/** Whether a quote's body was signed by us, with the key of now or one before it. */
export function isSigned({ config }: Pick<AppContext, 'config'>, body: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return deriveKeys(config, 'quotes').some((key) => {
    const expected = Buffer.from(sign(key, body));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function sign(key: KeyObject, body: string): string {
  return createHmac('sha256', key).update(body).digest('base64url');
}
