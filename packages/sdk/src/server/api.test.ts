import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession, getOrder, listOrders, sendTestEvent } from './api.ts';
import { ApiError } from './send-request.ts';

const order = { order_id: 'CW1', partner_order_id: '7', status: 'finished' };
const refusal = {
  success: 0,
  errors: [{ type: 'error', code: 'AMOUNT_MIN', field: 'payin_amount', text: 'At least 30 EUR.' }],
  error: 'AMOUNT_MIN',
  request_id: 'r1',
};
const answers: Readonly<Record<string, [status: number, body: unknown]>> = {
  'POST /partner/sessions payin_amount=250': [200, { success: 1, session_token: 'cwst_x', expires_at: 5, errors: [] }],
  'POST /partner/sessions payin_amount=1': [200, refusal],
  'POST /partner/sessions payin_amount=x': [400, refusal],
  'GET /partner/orders/CW1': [200, { order, errors: [] }],
  'GET /partner/orders?status=finished&partner_order_id=7': [200, { orders: [order], next_page: '5_x', errors: [] }],
  'GET /partner/orders/CW2': [404, { ...refusal, errors: [{ ...refusal.errors[0], code: 'NOT_FOUND', field: '' }] }],
  'GET /partner/orders/CW3': [200, { order: 'lost', errors: [] }],
  'POST /partner/webhooks/test': [200, { success: 0, answer_code: 0, failure: 'timeout', errors: [] }],
};
const asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const [status, answer] = answers[`${request.method} ${request.url} ${body}`.trim()] ?? [500, 'x'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});
const access = { origin: '', secretKey: 'sk_test_key' };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  access.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the calls of a partner’s server', () => {
  test('a session, an order, a page of orders and a test webhook', async () => {
    expect(await createSession(access, { payin_amount: '250', coupon: undefined })).toEqual({
      sessionToken: 'cwst_x',
      expiresAt: 5,
    });
    expect(await getOrder(access, 'CW1')).toEqual(order);
    expect(await listOrders(access, { status: 'finished', partnerOrderId: '7' })).toEqual({
      orders: [order],
      nextPage: '5_x',
    });
    expect(await sendTestEvent(access)).toEqual({ isDelivered: false, answerCode: 0, failure: 'timeout' });
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer sk_test_key'));
  });
  test.each([
    ['refused with 200', () => createSession(access, { payin_amount: '1' }), 200, 'payin_amount: At least 30 EUR.'],
    ['malformed', () => createSession(access, { payin_amount: 'x' }), 400, 'payin_amount: At least 30 EUR.'],
    ['of another partner', () => getOrder(access, 'CW2'), 404, 'At least 30 EUR.'],
    ['unreadable', () => getOrder(access, 'CW3'), 0, 'The answer has no "order"'],
    ['without an answer', () => listOrders({ ...access, origin: 'http://127.0.0.1:1' }), 0, 'gave no answer'],
  ])('%s is an error with its status and a sentence', async (_what, ask, status, sentence) => {
    const error = await faultOf(ask());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status });
    expect(String(error)).toContain(sentence);
    expect(String(error)).not.toContain('sk_test_key');
  });

  test('a fault has its code, field and the request’s id', async () => {
    expect(await faultOf(createSession(access, { payin_amount: '1' }))).toMatchObject({
      requestId: 'r1',
      faults: [{ code: 'AMOUNT_MIN', field: 'payin_amount' }],
    });
  });
});
