import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeApi } from '@causeway/contract/api-description';
import { allCalls } from '@causeway/contract/calls/all-calls';
import { compileSnippets } from '@causeway/testing/compile-snippets';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';

/** A program of somebody who has nothing but the description. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

export interface Purchase {
  baseUrl: string;
  email: string;
  password: string;
  address: string;
  captcha: (action: string) => Promise<string>;
}

export async function signInAndBuy({ baseUrl, email, password, address, captcha }: Purchase): Promise<string[]> {
  const client = createClient<paths>({
    baseUrl,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Requested-With': 'XMLHttpRequest' },
  });
  const wrong = await client.POST('/signin', {
    body: { email, password: 'not the password', 'g-recaptcha-response': await captcha('signin') },
  });
  const signedIn = await client.POST('/signin', {
    body: { email, password, 'g-recaptcha-response': await captcha('signin') },
  });
  if (signedIn.data === undefined || !('access' in signedIn.data)) throw new Error(JSON.stringify(signedIn.error));
  const price = await client.GET('/onramp/calc', {
    params: { query: { payin_currency: 'EUR', payin_group: 'card', payin_amount: '100', payout_currency: 'BTC', payout_group: 'bitcoin' } },
  });
  const placed = await client.POST('/onramp/o/new', {
    headers: { 'X-Authorization': \`Bearer \${signedIn.data.access}\` },
    params: { header: { 'Idempotency-Key': 'first order of the program' } },
    body: {
      payin_currency: 'EUR',
      payin_group: 'card',
      payin_amount: '100',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      is_floating_rate: '1',
      is_agree_rate: '1',
      dst_address: address,
      'g-recaptcha-response': await captcha('order'),
    },
  });
  if (placed.data === undefined || !('order' in placed.data) || placed.data.order === null)
    throw new Error(JSON.stringify(placed));
  const refused = await client.POST('/client/sessions', {});
  return [
    wrong.data?.error ?? '',
    price.data !== undefined && 'calc' in price.data ? 'priced' : '',
    placed.data.order.status,
    refused.error?.error ?? '',
  ];
}
`;

const world = await openOrderWorld();

test('law 6: a client made from the description compiles strictly, signs in and buys', async () => {
  const document = describeApi(allCalls, { title: 'Causeway', version: '1', url: 'https://pay.example' });
  const types = astToString(await openapiTS(JSON.stringify(document)));
  expect(compileSnippets({ 'api.d.ts': types, 'program.ts': program })).toBe('');

  const app = await createApi(world.context);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = z.custom<AddressInfo>((value) => value !== null).parse(app.server.address());
  const cache = join(import.meta.dirname, '../../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'generated-client-'));
  try {
    writeFileSync(join(folder, 'program.ts'), program);
    const imported: unknown = await import(pathToFileURL(join(folder, 'program.ts')).href);
    const { signInAndBuy } = z
      .object({
        signInAndBuy: z.custom<(purchase: object) => Promise<string[]>>((value) => typeof value === 'function'),
      })
      .parse(imported);
    const said = await signInAndBuy({
      baseUrl: `http://127.0.0.1:${port}`,
      email: 'client@example.com',
      password: 'causeway-demo-1',
      address: await world.sandbox.outsideAddress('bitcoin'),
      captcha: (action: string) => world.sandbox.captchaToken(action),
    });
    expect(said).toEqual(['WRONG_CREDENTIALS', 'priced', 'payin_pending', 'ACCESS_EXPIRED']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await app.close();
  }
});
