import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { AppContext, Reader } from '../../context.ts';
import { deriveKey } from '../../secrets/derive-key.ts';
import type { PricedOrder } from './priced-order.ts';
import { quoteRecord } from './quote-record.ts';

/** What a quote holds: the whole price, until when, and for whom when it is not for everybody. */
export const quoteContent = z.object({
  record: quoteRecord,
  /** Unix seconds. */
  until: z.int(),
  /** Client with a price of its own; empty for a price that anybody gets. */
  clientId: z.string(),
});

/**
 * Locks a fixed price: the quote is all that an order at exactly this price needs. Nothing is stored, the signature
 * says that the price is ours.
 *
 * @returns `undefined` where there is nothing to lock: a floating rate, no price, or a price that is refused
 */
export function lockQuote(
  context: Pick<AppContext, 'config' | 'clock'>,
  reader: Reader,
  { record, errors, quoteLockSeconds }: PricedOrder,
): { quote: string; quoteExpiresAt: number } | undefined {
  if (record === undefined || record.isFloatingRate || errors.length > 0) return undefined;
  const until = Math.floor(context.clock.now().getTime() / 1000) + quoteLockSeconds;
  const clientId = reader.kind === 'client' && record.discount !== undefined ? reader.clientId : '';
  const content = z.encode(quoteContent, { record, until, clientId });
  const body = Buffer.from(JSON.stringify(content)).toString('base64url');
  return { quote: `${body}.${signQuote(context, body)}`, quoteExpiresAt: until };
}

/** The signature of a quote's body. */
export function signQuote({ config }: Pick<AppContext, 'config'>, body: string): string {
  return createHmac('sha256', deriveKey(config, 'quotes')).update(body).digest('base64url');
}
