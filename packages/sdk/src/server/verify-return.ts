import { checkSignature } from './check-signature.ts';
import { WebhookError } from './webhook-error.ts';

/** Input of the check of a payer's return. */
export interface ReturnInput {
  /** The URL that the payer came back to, or its query: with `order_id`, `status` and `signature`. */
  address: string | URL;
  /** Your webhook secrets by key id, as for `verifyWebhook`. */
  secrets: Readonly<Record<string, string>>;
}

/** How an order ended, as your Causeway has signed it. */
export interface OrderReturn {
  orderId: string;
  /** `finished`, or how it failed: `canceled`, `expired`, `refunded`, `error`. */
  status: string;
  /** Your own number; empty without one. */
  partnerOrderId: string;
  /** When the order ended, Unix seconds. */
  endedAt: number;
}

/**
 * Checks that the status in the payer's return URL is signed by your Causeway. An end has one signature for
 * ever: compare the number with the order that you are waiting for. Deliver on the webhook all the same; a payer may
 * never come back.
 *
 * @throws WebhookError `signature_missing`, `signature_malformed`, `key_unknown`, `signature_wrong`
 */
export async function verifyReturn({ address, secrets }: ReturnInput): Promise<OrderReturn> {
  const query = queryOf(address);
  const orderId = only(query, 'order_id');
  const status = only(query, 'status');
  const partnerOrderId = only(query, 'partner_order_id');
  const sent = new TextEncoder().encode(`${orderId}.${status}.${partnerOrderId}`);
  const endedAt = await checkSignature(only(query, 'signature'), secrets, sent);
  return { orderId, status, partnerOrderId, endedAt };
}

function queryOf(address: string | URL): URLSearchParams {
  const text = String(address);
  const start = text.indexOf('?');
  return new URLSearchParams(start === -1 ? (text.includes('=') ? text : '') : text.slice(start).split('#', 1)[0]);
}

/** Repeated parameters are refused: one parser takes the first value and another the last. */
function only(query: URLSearchParams, name: string): string {
  const [value = '', ...more] = query.getAll(name);
  if (more.length > 0) throw new WebhookError('signature_malformed', `The address tells ${name} more than once.`);
  return value;
}
