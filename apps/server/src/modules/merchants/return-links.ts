import type { Order } from '@causeway/contract/shapes/order';
import { orderColour } from '@causeway/domain/orders/order-colour';
import type { AppContext } from '../../context.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import { findPartner, isOwnAddress } from '../partners/find-partner.ts';
import { openWebhookSecrets, signText } from '../partners/webhook-secrets.ts';

export type ReturnLinks = Pick<Order, 'httpReturnSuccess' | 'httpReturnFailed' | 'signature'>;

export const noReturnLinks: ReturnLinks = { httpReturnSuccess: '', httpReturnFailed: '', signature: '' };

type Returning = Pick<
  OrderRow,
  'niceId' | 'status' | 'partnerKey' | 'partnerOrderId' | 'httpReturnSuccess' | 'httpReturnFailed'
>;

/**
 * Where the payer of an order goes back to, and what shows the partner's page how the order ended. A URL that
 * is no longer the partner's own is left out. Only a final status is signed, with its own time, so that the same end
 * has the same signature however often it is read.
 *
 * @param endedAt when the order came to its status
 */
export async function toReturnLinks(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  order: Returning,
  endedAt: Date | undefined,
): Promise<ReturnLinks> {
  const { partnerKey, niceId, status, partnerOrderId } = order;
  if (partnerKey === null || order.httpReturnSuccess + order.httpReturnFailed === '') return noReturnLinks;
  const partner = await findPartner(context, partnerKey);
  if (partner === undefined) return noReturnLinks;
  const own = (address: string) => (isOwnAddress(partner, address) ? address : '');
  const links = { httpReturnSuccess: own(order.httpReturnSuccess), httpReturnFailed: own(order.httpReturnFailed) };
  if (orderColour(status) === 'orange' || endedAt === undefined) return { ...links, signature: '' };
  const secrets = await openWebhookSecrets(context, partnerKey);
  // The partner's own number comes last: of the three it alone may contain a dot.
  const signature = secrets.length === 0 ? '' : signText(secrets, `${niceId}.${status}.${partnerOrderId}`, endedAt);
  return { ...links, signature };
}
