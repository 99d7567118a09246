import type { OrderStatus } from '@causeway/bridge/shared/protocol';
import type { WebhookOrder } from './webhook-event.ts';

/** Where Causeway runs, and the secret key of your server. */
export interface ApiAccess {
  /** An exact origin: `https://pay.example`. */
  origin: string;
  /** `sk_live_…` or `sk_test_…`; never in a page. */
  secretKey: string;
}

/** One thing that is wrong with a call. */
export interface ApiFault {
  /** Such as `AMOUNT_MIN`. */
  code: string;
  /** Name of the field; empty when it is about the whole call. */
  field: string;
  /** A sentence in English. */
  text: string;
}

/** A call that Causeway refused, or that got no answer (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly faults: readonly ApiFault[];
  /** Name it to the operator of Causeway; empty without an answer. */
  readonly requestId: string;
  constructor(status: number, faults: readonly ApiFault[], requestId: string, message: string) {
    super(message);
    this.status = status;
    this.faults = faults;
    this.requestId = requestId;
  }
}

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

type Answer = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, string | undefined>>;

async function call(access: ApiAccess, method: 'GET' | 'POST', path: string, fields: Fields): Promise<Answer> {
  const url = new URL(path, access.origin);
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const form = new URLSearchParams(given);
  if (method === 'GET') url.search = form.toString();
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${access.secretKey}`, 'x-requested-with': 'XMLHttpRequest' },
      signal: AbortSignal.timeout(15_000),
      ...(method === 'POST' && { body: form }),
    });
    answer = await response.json();
  } catch (error) {
    throw new ApiError(0, [], '', `${url.origin} gave no answer that can be read: ${String(error)}`);
  }
  if (!isRecord(answer)) throw unreadable('answer');
  const faults = Array.isArray(answer['errors']) ? answer['errors'].filter(isFault) : [];
  if (!response.ok || faults.length > 0) {
    const message = faults.map(({ field, text: sentence }) => (field === '' ? sentence : `${field}: ${sentence}`));
    const requestId = answer['request_id'];
    throw new ApiError(
      response.status,
      faults,
      typeof requestId === 'string' ? requestId : '',
      message.join(' ') || `Refused with ${response.status}`,
    );
  }
  return answer;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFault(value: unknown): value is ApiFault {
  return isRecord(value) && ['code', 'field', 'text'].every((name) => typeof value[name] === 'string');
}

/** The server wrote it; only what names the order is checked. */
function isOrder(value: unknown): value is WebhookOrder {
  return isRecord(value) && typeof value['order_id'] === 'string' && typeof value['status'] === 'string';
}

function text(answer: Answer, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string') throw unreadable(name);
  return value;
}

function number(answer: Answer, name: string): number {
  const value = answer[name];
  if (typeof value !== 'number') throw unreadable(name);
  return value;
}

function unreadable(name: string): ApiError {
  return new ApiError(0, [], '', `The answer has no "${name}" that this version can read.`);
}
