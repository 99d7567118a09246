import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { home } from '../pages/home.ts';
import { order } from '../pages/order.ts';
import { refuseStream } from '../steps/refuse-stream.ts';
import { signIn } from '../steps/sign-in.ts';

const pair = z.object({ refresh: z.string() });

/** Paths of the calls that a page makes from now on. */
function listCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

const streamOf = (page: Page) => page.waitForResponse('**/client/changes');

/** All that the page reads as it opens, and once more when its stream does, has been asked for. */
async function untilQuiet(page: Page, paths: readonly string[]): Promise<void> {
  const countNew = async () => {
    const before = paths.length;
    await page.waitForTimeout(1_500);
    return paths.length - before;
  };
  await expect.poll(countNew, { timeout: 60_000 }).toBe(0);
}

test('C-75, 4.10-10 the page of an order moves on without a poll', async ({ page, context, api }) => {
  const client = await api.register();
  const niceId = await api.placeOrder(client);
  await signIn(context, client);
  await page.clock.install();
  const paths = listCalls(page);
  const stream = streamOf(page);
  await page.goto(`/order-status/${niceId}`);
  expect((await stream).status()).toBe(200);
  expect((await stream).url()).toMatch(/\/client\/changes$/);
  await expect.poll(() => paths).toContain(`/onramp/o/${niceId}`);
  await untilQuiet(page, paths);
  await expect(async () => {
    paths.length = 0;
    // Twice as long as a poll rests; much longer without a beat would be the end of the stream. A change of the order
    // asks too, but once: polls would ask in each of these times.
    await page.clock.runFor(16_000);
    expect(paths).toEqual([]);
  }).toPass({ timeout: 20_000 });
  await api.cancelOrder(niceId, client);
  await expect(order(page).canceled).toBeVisible();
  // Its e-mail is a notification too, whose number is in the title.
  await expect(page).toHaveTitle(/^\(1\) /);
});

test('C-75, 4.12-01 where the stream is refused the page polls as ever', async ({ page, context, api }) => {
  const client = await api.register();
  const niceId = await api.placeOrder(client);
  await signIn(context, client);
  const refused = await refuseStream(page);
  await page.clock.install();
  const paths = listCalls(page);
  await page.goto(`/order-status/${niceId}`);
  const count = () => paths.filter((path) => path === `/onramp/o/${niceId}`).length;
  await expect.poll(refused).toBe(1);
  for (const polls of [2, 3]) {
    await page.clock.runFor(8_000);
    await expect.poll(count).toBeGreaterThanOrEqual(polls);
  }
  await api.cancelOrder(niceId, client);
  await page.clock.runFor(8_000);
  await expect(order(page).canceled).toBeVisible();
  // It is asked for again after the time that the server named, not before.
  expect(refused()).toBe(1);
});

test('C-75 two tabs share one stream, and the second goes on when the first is closed', async ({
  page,
  context,
  api,
}) => {
  const client = await api.register();
  const niceId = await api.placeOrder(client);
  await signIn(context, client);
  let streams = 0;
  context.on('response', (response) => {
    if (response.url().endsWith('/client/changes') && response.status() === 200) streams += 1;
  });
  await page.goto('/');
  await expect.poll(() => streams).toBe(1);
  const second = await context.newPage();
  const paths = listCalls(second);
  await second.goto(`/order-status/${niceId}`);
  await untilQuiet(second, paths);
  expect(streams).toBe(1);
  await page.close();
  await expect.poll(() => streams).toBe(2);
  await api.cancelOrder(niceId, client);
  await expect(order(second).canceled).toBeVisible();
});

test('C-75 a session that is ended elsewhere leaves its page by itself', async ({ page, context, api, request }) => {
  const client = await api.register();
  await signIn(context, client);
  const stream = streamOf(page);
  await page.goto('/settings/devices');
  await stream;
  const { refresh } = pair.parse(JSON.parse(client.tokens));
  await request.post('/logout', { form: { refresh } });
  await expect(page).toHaveURL(/\/login/);
});

test('C-75 an idle client makes at most one request a minute', async ({ page, context, api }) => {
  await signIn(context, await api.demoClient());
  const paths = listCalls(page);
  const stream = streamOf(page);
  await page.goto('/balance');
  await stream;
  await expect(home(page).total).toContainText('EUR');
  await untilQuiet(page, paths);
  paths.length = 0;
  // By the clock of the server too, whose signs of life keep the stream: this minute cannot be shortened.
  await page.waitForTimeout(61_000);
  expect(paths.length, paths.join()).toBeLessThanOrEqual(1);
});
