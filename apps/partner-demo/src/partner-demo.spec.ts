import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { INTEGRATIONS } from './pages/integrations.ts';
import { startPartnerDemo, type PartnerDemo } from './start-partner-demo.ts';
import { bundleExamples } from './testing/bundle-examples.ts';
import { startGuestServer } from './testing/start-guest-server.ts';

let guest: Awaited<ReturnType<typeof startGuestServer>>;
let demo: PartnerDemo;
let messages: string[];

test.beforeAll(async () => {
  guest = await startGuestServer();
  const origins = { sandboxOrigin: 'http://localhost:4001', productOrigin: guest.origin };
  demo = await startPartnerDemo({
    ...origins,
    port: 0,
    partnerKey: 'pk_test_shop',
    merchantKey: 'pk_test_merchant',
    merchantSecret: 'sk_test',
    webhookSecrets: { wk_spec: 'whsec_spec' },
  });
});

test.afterAll(async () => {
  await demo.close();
  await guest.close();
});

test.beforeEach(({ page }) => {
  guest.allowed.splice(0, guest.allowed.length, demo.url);
  guest.asked.length = 0;
  messages = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
});

const logged = (page: Page, event: string, detail = '') =>
  page.locator('#log li', { hasText: event }).filter({ hasText: detail });
const frame = (page: Page) => page.frameLocator('iframe');

for (const path of ['/', '/frame-first', '/module', '/react']) {
  test.describe(`4.13 the shop at ${path}, on another origin than the widget`, () => {
    test('1-30 gets ready, steps, orders, languages and the height, and sends events in', async ({ page }) => {
      await page.goto(demo.url + path);
      await logged(page, 'ready').waitFor();
      await logged(page, 'update-step', '"stepName":"exchange"').waitFor();
      await frame(page).getByRole('button', { name: 'order' }).click();
      await logged(page, 'change-order', '"partnerOrderId":"20417"').waitFor();
      await frame(page).getByRole('button', { name: 'lang' }).click();
      await logged(page, 'change-lang', 'uk').waitFor();
      await frame(page).getByRole('button', { name: 'grow' }).click();
      await logged(page, 'change-height', '900').waitFor();
      expect(await page.locator('iframe').evaluate((element) => element.clientHeight)).toBe(900);
      await frame(page).getByRole('button', { name: 'grow' }).click();
      await expect.poll(() => page.locator('iframe').evaluate((element) => element.clientHeight)).toBeLessThan(700);
      await page.getByRole('button', { name: 'open-exchange' }).click();
      await frame(page).getByText('open-exchange {"payinCurrency":"EUR","payinAmount":"100"}').waitFor();
      expect(await logged(page, 'ready').count()).toBe(1);
      expect(await page.locator('iframe').count()).toBe(1);
      expect(messages).toEqual([]);
    });
  });
}

// A frame that comes first has said its height before the script is there to hear it.
for (const path of ['/', '/module', '/react']) {
  test.describe(`4.13 the shop at ${path}, on another origin than the widget`, () => {
    test('4.13-03 a widget that does not allow this shop sends it nothing but the height', async ({ page }) => {
      guest.allowed.splice(0, 1, 'https://shop.example');
      await page.goto(demo.url + path);
      await logged(page, 'change-height').waitFor();
      await frame(page).getByRole('button', { name: 'order' }).click();
      await page.getByRole('button', { name: 'login' }).click();
      await page.waitForTimeout(1800);
      expect(await page.locator('#log .in + .name').allTextContents()).toEqual(['change-height']);
      expect(await frame(page).locator('p').count()).toBe(0);
    });
  });
}

test('the examples of the manual for React run as they are written', async ({ page }) => {
  const { names, script } = await bundleExamples(guest.origin);
  expect(names).toEqual(['Checkout', 'BuyButton']);
  guest.scripts.examples = script;
  guest.allowed.push(guest.origin);
  await page.goto(`${guest.origin}/examples`);
  const heading = { name: 'Widget' };
  const inline = frame(page).first();
  await expect(inline.getByRole('heading', heading)).toBeVisible();
  expect(guest.asked[0]).toMatch(/partner_key=pk_test_shop.*partner_order_id=7/);
  await inline.getByRole('button', { name: 'order' }).click();
  await expect.poll(() => messages).toEqual(['processing']);
  await page.getByRole('button', { name: 'Buy crypto' }).click();
  await expect(page.getByRole('dialog').frameLocator('iframe').getByRole('heading', heading)).toBeVisible();
  expect(messages).toEqual(['processing']);
});

for (const theme of ['light', 'dark']) {
  test(`every page passes the automated WCAG 2.2 A and AA checks in ${theme}, and fits 320 px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 700 });
    for (const { path } of INTEGRATIONS) {
      // The product itself makes the token of this one; it does not run here.
      if (path === '/session') continue;
      guest.asked.length = 0;
      await page.goto(`${demo.url}${path}?theme=${theme}`);
      if (['/', '/module', '/react'].includes(path)) {
        await logged(page, 'ready').waitFor();
        expect(guest.asked[0]).toContain(`theme=${theme}`);
      }
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').withTags(tags).analyze();
      expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    }
    expect(messages).toEqual([]);
  });
}

test('5 a webhook is accepted by its signature alone, handled once and in the order of its version', async ({
  page,
}) => {
  const secret = 'whsec_spec';
  const post = async (body: string, key = secret) => {
    const seconds = Math.floor(Date.now() / 1000);
    const digest = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
    const headers = {
      'causeway-signature': `t=${seconds},kid=wk_spec,v1=${digest}`,
      'content-type': 'application/json',
    };
    return (await fetch(`${demo.url}/webhooks/causeway`, { method: 'POST', headers, body })).status;
  };
  await page.goto(`${demo.url}/webhooks`);
  await expect(page.getByText('No notice yet.')).toBeVisible();
  const webhookOf = (id: string, version: number, status: string) => JSON.stringify(webhook(id, version, status));
  const first = webhookOf('d-1', 2, 'processing');
  expect(await post(first)).toBe(204);
  expect(await post(first)).toBe(204);
  expect(await post(webhookOf('d-0', 1, '<b>payin_pending</b>'))).toBe(204);
  expect(await post(first, 'whsec_guessed')).toBe(400);
  expect((await fetch(`${demo.url}/webhooks/causeway`, { method: 'POST', body: first })).status).toBe(400);
  // The page polls for new webhooks.
  await expect(page.locator('.notices .mark')).toHaveText([
    'Refused',
    'Refused',
    'Older than known',
    'Seen before',
    'Taken',
  ]);
  await expect(page.locator('.notices b')).toHaveText([
    'signature_missing',
    'signature_wrong',
    '<b>payin_pending</b>',
    'processing',
    'processing',
  ]);
});

test('the page of the app leads to the product as an app shows it', async ({ page, context }) => {
  await page.goto(`${demo.url}/app`);
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open the simulated phone' }).click();
  const phone = await opening;
  await phone.goto(`${new URL(phone.url()).origin}/widget`);
  await expect(phone.getByRole('heading', { name: 'Widget' })).toBeVisible();
  expect(await phone.evaluate('typeof window.simulatedShell.emit')).toBe('function');
});

function webhook(id: string, version: number, status: string) {
  return {
    delivery_id: id,
    type: 'order.changed',
    version,
    created_at: 1_780_000_000,
    partner_key: 'pk_test_shop',
    order: { order_id: 'CW1', partner_order_id: '7', status, payin_amount: '1', payin_currency: 'EUR' },
  };
}

test.describe('<causeway-widget>', () => {
  test('several attributes set at once are one change; an amount does not reload the frame', async ({ page }) => {
    await page.goto(demo.url);
    await logged(page, 'ready').waitFor();
    await page.locator('causeway-widget').evaluate((element) => {
      element.setAttribute('payin-amount', '300');
      element.setAttribute('payin-currency', 'USD');
    });
    await frame(page).getByText('open-exchange {"payinCurrency":"USD","payinAmount":"300"}').waitFor();
    expect(guest.asked).toHaveLength(1);
  });

  test('look and language are applied without a reload; a mode reloads', async ({ page }) => {
    await page.goto(demo.url);
    await logged(page, 'ready').waitFor();
    await page.locator('causeway-widget').evaluate((element) => {
      element.setAttribute('theme', 'dark');
      element.setAttribute('lang', 'uk');
    });
    await frame(page).getByText('update-options {"lang":"uk","theme":"dark"}').waitFor();
    expect(guest.asked).toHaveLength(1);
    await page.locator('causeway-widget').evaluate((element) => element.setAttribute('sw-mode', 'cabinet'));
    await expect.poll(() => logged(page, 'ready').count()).toBe(2);
    expect(guest.asked[1]).toContain('swMode=cabinet');
  });

  test('a wrong attribute is an error event with a sentence; mended, the widget comes', async ({ page }) => {
    await page.goto(`${demo.url}/module`);
    const sentence = await page.evaluate(
      ({ origin, script }) =>
        new Promise<string>((resolve) => {
          const element = document.createElement('causeway-widget');
          element.addEventListener('error', (event) => {
            if (event instanceof CustomEvent && event.detail instanceof Error) resolve(event.detail.message);
          });
          element.setAttribute('origin', origin);
          element.setAttribute('payin-amount', 'much');
          element.setAttribute('partner-key', 'pk_test_shop');
          document.body.append(element);
          const tag = document.createElement('script');
          tag.src = script;
          document.head.append(tag);
        }),
      { origin: guest.origin, script: '/assets/causeway.js' },
    );
    expect(sentence).toBe('Expected "payinAmount" to be decimal text, "250.00", but got "much".');
    await page.locator('causeway-widget').evaluate((element) => element.setAttribute('payin-amount', '5'));
    await page.locator('causeway-widget iframe').waitFor();
  });

  test('taken off the page it leaves nothing behind, put back it works again', async ({ page }) => {
    await page.goto(demo.url);
    await logged(page, 'ready').waitFor();
    await page.evaluate(() => {
      const element = document.querySelector('causeway-widget');
      const place = element?.parentElement;
      element?.remove();
      if (element) place?.append(element);
    });
    await expect.poll(() => logged(page, 'ready').count()).toBe(2);
    expect(await page.locator('iframe').count()).toBe(1);
  });
});

test('the React component calls the newest callback, follows its options and leaves nothing behind', async ({
  page,
}) => {
  guest.allowed.push(guest.origin);
  await page.goto(`${guest.origin}/react`);
  const next = page.getByRole('button', { name: 'next' });
  const says = page.locator('output');
  await frame(page).getByRole('button', { name: 'lang' }).click();
  await expect(says).toContainText('uk after 0 clicks');
  await next.click();
  await frame(page).getByText('open-exchange {"payinAmount":"100"}').waitFor();
  await next.click();
  await frame(page).getByText('open-exchange {"payinAmount":"200"}').waitFor();
  await frame(page).getByRole('button', { name: 'lang' }).click();
  await expect(says).toContainText('uk after 2 clicks');
  await next.click();
  await expect(says).toContainText('Expected "payinAmount" to be decimal text, "250.00", but got "much".');
  await expect(page.locator('iframe')).toHaveCount(1);
  await next.click();
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(guest.asked.length).toBeLessThanOrEqual(2);
});

test.describe('the process', () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../dist/main.js')], {
      // Without the test runner's colour variables, about which Node prints lines of its own.
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
      encoding: 'utf8',
      timeout: 15_000,
    });

  test('a taken port is one clear line and exit code 1', () => {
    const { status, stderr } = run({ PARTNER_DEMO_PORT: new URL(demo.url).port });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('The port of the partner demo is taken');
    expect(status).toBe(1);
  });

  const wrong = {
    PARTNER_DEMO_PORT: ['many', 'PARTNER_DEMO_PORT must be a port from 0 to 65535, but it is "many".'],
    PUBLIC_URL: ['hello', 'PUBLIC_URL must be an http or https address, but it is "hello".'],
  };
  for (const [name, [value = '', line]] of Object.entries(wrong)) {
    test(`a wrong ${name} is one clear line and exit code 1`, () => {
      const { status, stderr } = run({ [name]: value });
      expect(stderr.trim()).toBe(line);
      expect(status).toBe(1);
    });
  }
});
