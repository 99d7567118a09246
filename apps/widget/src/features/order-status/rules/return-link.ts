import type { Order } from '@causeway/contract/shapes/order';
import { orderColour } from '@causeway/domain/orders/order-colour';

export type ReturnFacts = Pick<
  Order,
  'status' | 'niceId' | 'partnerOrderId' | 'signature' | 'httpReturnSuccess' | 'httpReturnFailed'
>;

/**
 * Where a finished or failed order leads back to, with its id, status, the shop's number and signature;
 * undefined in progress or without a URL.
 */
export function returnLink(order: ReturnFacts): string | undefined {
  const colour = orderColour(order.status);
  if (colour === 'orange') return undefined;
  const url = parse(colour === 'green' ? order.httpReturnSuccess : order.httpReturnFailed);
  if (!url) return undefined;
  url.searchParams.set('order_id', order.niceId);
  url.searchParams.set('status', order.status);
  // The signed values are written last, and no parameter of the URL may replace them.
  if (order.partnerOrderId === '') url.searchParams.delete('partner_order_id');
  else url.searchParams.set('partner_order_id', order.partnerOrderId);
  if (order.signature !== '') url.searchParams.set('signature', order.signature);
  return url.href;
}

function parse(text: string): URL | undefined {
  const url = text === '' ? null : URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}
