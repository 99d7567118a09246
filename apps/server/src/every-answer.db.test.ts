import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { allCalls } from '@causeway/contract/calls/all-calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';
import { wellKnown } from './plugins/well-known.ts';

const world = await openOrderWorld();
const refusal = z.object({
  success: z.literal(0),
  errors: z.array(z.object({ type: z.string(), field: z.string(), code: z.string(), text: z.string().min(1) })).min(1),
  error: z.string().min(1),
  request_id: z.string().min(1),
});
let app: FastifyInstance;

beforeAll(async () => {
  app = await createApi(world.context);
  wellKnown(app, world.context);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Sends bytes unchanged and reads the answer until the end. */
async function sendRaw(text: string): Promise<{ status: number; head: string; body: string }> {
  const { port } = z.custom<AddressInfo>((value) => value !== null).parse(app.server.address());
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(z.instanceof(Buffer).parse(chunk));
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

const raw = (path: string, method = 'GET', more = '') =>
  sendRaw(`${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`);
const form = (body: string, type = 'application/x-www-form-urlencoded') =>
  `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe('law 6: every answer is ours', () => {
  test.each([
    ['a path that cannot be decoded', '/%ff', 'GET', '', 404],
    ['one of a call', '/onramp/o/%zz', 'POST', '', 404],
    ['a link that was cut off', '/order-status/%E0%A4%A', 'GET', '', 404],
    ['a path of no call', '/no/such/call', 'POST', '', 404],
    ['a part of a path that is too long', `/onramp/o/${'x'.repeat(500)}`, 'POST', '', 404],
    ['a method that no call has', '/signup', 'DELETE', '', 404],
    ['a method that sends back what came', '/', 'TRACE', '', 404],
    ['a body of another kind', '/signin', 'POST', form('x', 'image/png'), 415],
    ['a body that is too large', '/signin', 'POST', form('x'.repeat(70_000)), 413],
    ['headers that are too large', '/', 'GET', `x-long: ${'x'.repeat(20_000)}\r\n`, 431],
    ['no HTTP', '/ HTTP/9.9\r\n', 'GET', '', 400],
    ['a call without a session', '/client/sessions', 'POST', form(''), 403],
    ['a malformed call without a session: the session first', '/client/sessions/end', 'POST', form('id=x'), 403],
    ['a field twice', '/signin', 'POST', form('email=a&email=b'), 400],
    ['a field twice, where no field is read', '/en/data/locale_keys/', 'POST', form('a=1&a=2'), 400],
    ['a partner’s call without its key: the key first', '/partner/sessions', 'POST', form('x=1&x=2'), 401],
    ['a webhook of the bank, unsigned', '/webhooks/bank', 'POST', form('{}', 'application/json'), 400],
    ['a webhook of an acquirer, unsigned', '/webhooks/acquirer', 'POST', form('{}', 'application/json'), 400],
  ])('%s', async (_what, path, method, more, status) => {
    const answer = await raw(path, method, more);
    expect(answer.status, answer.head).toBe(status);
    refusal.parse(JSON.parse(answer.body));
    for (const header of ['x-content-type-options: nosniff', "frame-ancestors 'none'", 'permissions-policy: camera=()'])
      expect(answer.head).toContain(header);
  });

  const kinds: Readonly<Record<string, string>> = {
    form: 'application/x-www-form-urlencoded',
    query: 'application/x-www-form-urlencoded',
    json: 'application/json',
    multipart: 'multipart/form-data; boundary=x',
  };
  const clientCalls = allCalls.filter(({ access }) => access === 'client');
  test.each(clientCalls)('$name: the session is judged before anything is said about the form', async (call) => {
    const url = call.path.replace(/\{\w+\}/g, 'x');
    const unwell = 'x=1&x=2&id=x&__proto__=1';
    for (const token of [undefined, 'Bearer x']) {
      const answer = await app.inject({
        method: call.method,
        url: call.method === 'GET' ? `${url}?${unwell}` : url,
        headers: {
          'content-type': kinds[call.encoding],
          'x-requested-with': 'XMLHttpRequest',
          ...(token !== undefined && { 'x-authorization': token }),
        },
        ...(call.method !== 'GET' && { payload: call.encoding === 'json' ? '{"x":' : unwell }),
      });
      expect([answer.statusCode, refusal.parse(answer.json()).error]).toEqual([403, 'ACCESS_EXPIRED']);
    }
  });

  test.each([4_000, 20_000])('a body nested %i deep is refused with a message, in every place', async (depth) => {
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const asForm = await app.inject({
      method: 'POST',
      url: '/onramp/o/new',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ widget_params: deep }).toString().slice(0, 60_000),
    });
    expect([400, 413]).toContain(asForm.statusCode);
    const asJson = await app.inject({
      method: 'POST',
      url: '/analytics/event',
      headers: { 'content-type': 'application/json' },
      payload: deep.slice(0, 60_000),
    });
    expect([400, 404, 413]).toContain(asJson.statusCode);
  });

  test('widget params of 4 000 levels are a fault of their field', async () => {
    const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
    const answer = await world.call('/onramp/o/new', { widget_params: deep });
    expect([answer.status, answer.body.errors[0]?.field]).toEqual([400, 'widget_params']);
    expect(answer.body.errors[0]?.text).toContain('32 levels');
  });

  test('a refusal that is the call’s own answer has the same shape', async () => {
    const access = await world.signIn();
    for (const [path, fields] of [
      ['/onramp/coupon', { coupon: 'NOSUCH' }],
      ['/signin', { email: 'nobody@example.com', password: 'wrong horse battery' }],
      ['/order/resend_code', { uuid: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' }],
      ['/onramp/o/new', {}],
    ] as const) {
      const answer = await app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-authorization': `Bearer ${access}` },
        payload: new URLSearchParams(fields).toString(),
      });
      expect(answer.json(), path).toMatchObject({
        success: 0,
        errors: expect.any(Array),
        error: expect.any(String),
        request_id: expect.any(String),
      });
    }
  });

  test.each([
    ['/robots.txt', 'text/plain', 'Disallow: /order-status/'],
    ['/.well-known/security.txt', 'text/plain', 'Contact: '],
    ['/favicon.ico', 'image/svg+xml', '<svg'],
  ])('%s is there', async (path, type, text) => {
    const answer = await raw(path);
    expect(answer.status).toBe(200);
    expect(answer.head).toContain(`content-type: ${type}`);
    expect(answer.body).toContain(text);
  });
});
