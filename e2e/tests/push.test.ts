import type { BrowserContext, Page } from '@playwright/test';
import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect, test } from '../fixtures.ts';
import { order } from '../pages/order.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';

declare global {
  interface Window {
    subscribeAtSandbox: (key: string) => Promise<object>;
    askPerson: () => Promise<string>;
  }
}

/**
 * A browser whose push service is the sandbox.
 *
 * @returns ids of its subscriptions, and how often the person was asked
 */
async function simulatePush(page: Page, sandbox: SandboxDriver, answer: 'granted' | 'denied' | 'default') {
  const seen = { ids: new Array<string>(), asked: 0 };
  await page.exposeFunction('subscribeAtSandbox', async (key: string) => {
    const { id, endpoint, keys } = await sandbox.pushSubscription(key);
    seen.ids.push(id);
    return { endpoint, expirationTime: null, keys };
  });
  await page.exposeFunction('askPerson', () => {
    seen.asked += 1;
    return answer;
  });
  await page.addInitScript(() => {
    Object.assign(Notification, { requestPermission: () => window.askPerson() });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const json = await window.subscribeAtSandbox(applicationServerKey);
        return { toJSON: () => json, unsubscribe: async () => true };
      },
    });
  });
  return seen;
}

/** Hands a message to the browser's worker, as its push service does. */
async function deliver(page: Page, context: BrowserContext, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const list = await (await navigator.serviceWorker.ready).getNotifications();
    return list.map(({ title, body, tag }) => ({ title, body, tag }));
  });

test('1-26, A-113 push messages: asked by a press alone, shown once, and a press on one opens its page', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  const niceId = await api.placeOrder(client);
  await signIn(context, client);
  await context.grantPermissions(['notifications']);
  const browser = await simulatePush(page, sandbox, 'granted');
  await page.goto('/settings/subscription');
  const screen = settings(page);
  await expect(screen.pushHere).not.toBeChecked();
  expect(browser.asked).toBe(0);
  await tabTo(page, screen.pushHere);
  await page.keyboard.press('Space');
  await expect(screen.saved).toBeVisible();
  await expect(screen.pushHere).toBeChecked();
  expect(browser.asked).toBe(1);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  expect(new URL(worker.url()).pathname).toBe('/push-worker.js');

  const served = await page.request.get('/push-worker.js');
  expect(served.headers()).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(await served.text(), 'no request goes by it').not.toMatch(/fetch|caches/);

  await page.goto(`/order-status/${niceId}`);
  await order(page).cancel.click();
  await order(page).cancelYes.click();
  await expect(order(page).canceled).toBeVisible();
  const [id = ''] = browser.ids;
  await expect.poll(async () => (await sandbox.pushMessages(id)).length).toBe(1);
  const [sent] = await sandbox.pushMessages(id);
  const data = JSON.stringify(sent?.message);
  await deliver(page, context, data);
  await deliver(page, context, data);
  const { title, text: body, topic: tag } = sent?.message ?? { title: '', text: '', topic: '' };
  await expect.poll(() => shown(page)).toEqual([{ title, body, tag }]);

  // The page is open already: it is shown. Elsewhere a new one is opened, on our own origin only.
  const opened = await worker.evaluate(pressOn, sent?.message.path ?? '');
  expect(opened).toEqual([`focus /order-status/${niceId}`]);
  await page.goto('/settings');
  const elsewhere = await worker.evaluate(pressOn, sent?.message.path ?? '');
  expect(elsewhere).toEqual([`open /order-status/${niceId}`]);
  expect(await worker.evaluate(pressOn, 'https://elsewhere.example/thief')).toEqual(['open /']);

  await page.goto('/settings/subscription');
  await expect(screen.pushHere).toBeChecked();
  await screen.pushHere.click();
  await expect(screen.pushHere).not.toBeChecked();
  await expect(screen.saved).toBeVisible();
  await page.reload();
  await expect(screen.pushHere).not.toBeChecked();
});

/** Runs in the worker: presses on a notification. @returns what the worker did with pages */
async function pressOn(path: string): Promise<string[]> {
  interface Shown {
    url: string;
    focus: () => Promise<void>;
  }
  interface PushWorker {
    clients: { matchAll: (options: object) => Promise<Shown[]>; openWindow: (url: string) => Promise<void> };
    dispatchEvent: (event: Event) => void;
  }
  const isWorker = (scope: unknown): scope is PushWorker => typeof scope === 'object';
  const worker: unknown = globalThis;
  if (!isWorker(worker)) return [];
  const acts: string[] = [];
  const place = (url: string) => new URL(url).pathname;
  const real = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = real.map(({ url }) => ({ url, focus: async () => void acts.push(`focus ${place(url)}`) }));
  Object.defineProperty(worker.clients, 'matchAll', { value: async () => open, configurable: true });
  Object.defineProperty(worker.clients, 'openWindow', {
    value: async (url: string) => void acts.push(`open ${place(url)}`),
    configurable: true,
  });
  const waits: Promise<void>[] = [];
  const press = {
    waitUntil: (done: Promise<void>) => void waits.push(done),
    notification: { close: () => undefined, data: { path } },
  };
  worker.dispatchEvent(Object.assign(new Event('notificationclick'), press));
  await Promise.all(waits);
  Reflect.deleteProperty(worker.clients, 'matchAll');
  Reflect.deleteProperty(worker.clients, 'openWindow');
  return acts;
}

test('A-113 a client who refuses in the browser gets a message, and nothing is turned on', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await signIn(context, await api.register());
  await simulatePush(page, sandbox, 'default');
  const sent = new Array<string>();
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto('/settings/subscription');
  await settings(page).pushHere.click();
  await expect(page.getByText(say('tpl:settings:push:refused'))).toBeVisible();
  await expect(settings(page).pushHere).not.toBeChecked();
  expect(sent).not.toContain('/notifications/push_token');
});

test('A-113 each channel of each kind of event is a switch that stays as it was left, by the keyboard', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.goto('/settings/subscription');
  const kinds = { orders: ['email', 'push', 'list'], verification: ['email', 'push', 'list'], security: ['push'] };
  for (const [kind, channels] of Object.entries(kinds)) {
    const group = page.getByRole('group', { name: say(`tpl:settings:subscription:${kind}`) });
    await expect(group.getByRole('switch')).toHaveCount(channels.length);
    for (const channel of channels) {
      const row = group.getByRole('switch', { name: say(`tpl:settings:subscription:by_${channel}`) });
      await expect(row).toBeChecked();
      await tabTo(page, row);
      const saved = page.waitForResponse('**/client/subscription/update');
      await page.keyboard.press('Space');
      await saved;
      await expect(row).not.toBeChecked();
      await expect(row).not.toHaveAttribute('aria-busy');
    }
  }
  await page.reload();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0);
});
