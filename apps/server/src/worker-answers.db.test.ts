import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';

const { context } = await openOrderWorld();

test('a process that only runs jobs answers for its health and its numbers, and for nothing of the product', async () => {
  const app = await createApp({ ...context, config: { ...context.config, ROLE: 'worker' } });
  const read = async (url: string) => (await app.inject({ method: 'GET', url })).statusCode;
  expect([await read('/healthz'), await read('/readyz'), await read('/metrics')]).toEqual([200, 200, 200]);
  const paths = ['/', '/docs', '/onramp/config', '/onramp/client', '/partner/orders', '/.well-known/security.txt'];
  for (const path of paths) expect(await read(path), path).toBe(404);
  for (const url of ['/signin', '/onramp/o/new', '/order/approve_withdrawal', '/webhooks/acquirer'])
    expect((await app.inject({ method: 'POST', url })).statusCode, url).toBe(404);
  await app.close();
});
