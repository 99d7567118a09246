import { findFreePort } from '@causeway/testing/free-port';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { ProviderError } from '../provider-error.ts';
import { createCardAcquirer } from './card-acquirer.ts';

const payment = {
  id: 'pay_1',
  reference: 'CW1',
  amount: '250.00',
  currency: 'EUR',
  status: 'created',
  page_url: 'http://localhost/pay',
  card: null,
  decline_reason: null,
};
let answer: { status: number; body: string } | 'cut' = { status: 200, body: JSON.stringify(payment) };
const seen: { url: string | undefined; authorization: string | undefined }[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url, authorization: request.headers.authorization });
  if (answer === 'cut') return void request.socket.destroy();
  response
    .writeHead(answer.status, answer.status === 302 ? { location: 'http://localhost/elsewhere' } : {})
    .end(answer.body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;
const settings = {
  name: 'card_one',
  key: 'key-of-the-acquirer',
  webhookSecrets: 'k1:secret-secret-secret',
  webhookPath: 'acquirer',
  hasSessions: false,
};
const acquirer = createCardAcquirer({ ...settings, url: `http://127.0.0.1:${port}/acquirer` });

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return error instanceof ProviderError ? `${error.kind} ${error.code}` : `no ProviderError: ${String(error)}`;
}

describe('the card acquirer over HTTP', () => {
  test('reads a payment and shows its key', async () => {
    expect(await acquirer.getPayment('pay/../1')).toMatchObject({ id: 'pay_1', cardBrand: '', declineReason: '' });
    expect(seen.at(-1)).toEqual({
      url: '/acquirer/v1/payments/pay%2F..%2F1',
      authorization: 'Bearer key-of-the-acquirer',
    });
  });

  test.each([
    ['refused not_cancelable', 409, JSON.stringify({ error: { code: 'not_cancelable', message: 'paid' } })],
    ['unknown http_409', 409, '<h1>a proxy on the way</h1>'],
    ['unknown internal', 500, JSON.stringify({ error: { code: 'internal' } })],
    ['unknown http_502', 502, '<h1>Bad gateway</h1>'],
    ['unknown http_200', 200, '<h1>Welcome</h1>'],
    ['unknown answer_malformed', 200, JSON.stringify({ ...payment, status: 'paid' })],
    ['unknown answer_malformed', 200, JSON.stringify({ ...payment, page_url: 'javascript:alert(1)' })],
    ['unknown ', 302, ''],
  ])('reads %s from %i %s', async (expected, status, body) => {
    answer = { status, body };
    expect(await failure(acquirer.cancelPayment('pay_1'))).toBe(expected);
  });

  test('does not know what happened when the connection is cut', async () => {
    answer = 'cut';
    expect(await failure(acquirer.getPayment('pay_1'))).toMatch(/^unknown/);
  });

  test('knows that nothing happened when no server listens', async () => {
    const absent = createCardAcquirer({ ...settings, url: `http://127.0.0.1:${await findFreePort()}` });
    expect(await failure(absent.getPayment('pay_1'))).toBe('unreachable ECONNREFUSED');
  });
});
