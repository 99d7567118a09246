import type { OrderStatus } from '@causeway/bridge/shared/protocol';
import type { WebhookOrder } from './webhook-event.ts';
import { type ApiAccess, call, isRecord, text, number, unreadable } from './send-request.ts';

/** What a session fixes of its order; all text, amounts decimal, switches `1` or `0`. */
export type SessionPresets = {
  [
    Name in
      | 'payin_currency'
      | 'payin_group'
      | 'payin_amount'
      | 'payout_currency'
      | 'payout_group'
      | 'payout_amount'
      | 'purchase_amount'
      | 'purchase_currency'
      | 'dst_address'
      | 'dst_tag'
      | 'coupon'
      | 'client_email'
      | 'description'
      | 'product_details'
      | 'partner_order_id'
      | 'is_merchant'
      | 'pay_to_partner'
      | 'is_donation'
      | 'http_return_success'
      | 'http_return_failed'
  ]?: string | undefined;
};

export interface MadeSession {
  /** For the option `sessionToken` of one page, once. */
  sessionToken: string;
  /** Unix seconds. */
  expiresAt: number;
}

export interface OrderFilter {
  status?: OrderStatus | undefined;
  /** Your own number. */
  partnerOrderId?: string | undefined;
  /** `nextPage` of the page before. */
  page?: string | undefined;
}

export interface OrderPage {
  /** 20 at most, the newest first. */
  orders: WebhookOrder[];
  /** Empty on the last page. */
  nextPage: string;
}

export interface TestResult {
  /** Your server answered with 2xx. */
  isDelivered: boolean;
  /** Status of its answer; 0 when none came. */
  answerCode: number;
  /** Why none came, such as `timeout`; empty otherwise. */
  failure: string;
}

/**
 * Makes a session token for one page, which fixes what the page, a message or the client cannot change.
 *
 * @throws ApiError with a fault for each field that could never become an order
 */
export async function createSession(access: ApiAccess, presets: SessionPresets): Promise<MadeSession> {
  const answer = await call(access, 'POST', '/partner/sessions', presets);
  return { sessionToken: text(answer, 'session_token'), expiresAt: number(answer, 'expires_at') };
}

/** One of your orders by its number. @throws ApiError with status 404 for any other */
export async function getOrder(access: ApiAccess, orderId: string): Promise<WebhookOrder> {
  const { order } = await call(access, 'GET', `/partner/orders/${encodeURIComponent(orderId)}`, {});
  if (!isOrder(order)) throw unreadable('order');
  return order;
}

/** A page of your orders. @throws ApiError */
export async function listOrders(access: ApiAccess, filter: OrderFilter = {}): Promise<OrderPage> {
  const { status, partnerOrderId, page } = filter;
  const answer = await call(access, 'GET', '/partner/orders', { status, partner_order_id: partnerOrderId, page });
  const { orders } = answer;
  if (!Array.isArray(orders) || !orders.every(isOrder)) throw unreadable('orders');
  return { orders, nextPage: text(answer, 'next_page') };
}

/** Has a signed webhook of the type `test` sent to your address. @throws ApiError where you have no address */
export async function sendTestEvent(access: ApiAccess): Promise<TestResult> {
  const answer = await call(access, 'POST', '/partner/webhooks/test', {});
  return {
    isDelivered: number(answer, 'success') === 1,
    answerCode: number(answer, 'answer_code'),
    failure: text(answer, 'failure'),
  };
}

/** The server wrote it; only what names the order is checked. */
function isOrder(value: unknown): value is WebhookOrder {
  return isRecord(value) && typeof value['order_id'] === 'string' && typeof value['status'] === 'string';
}
