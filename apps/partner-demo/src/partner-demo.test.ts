import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPartnerDemo, type PartnerDemo } from './start-partner-demo.ts';
import { startGuestServer } from './testing/start-guest-server.ts';

/** Builds as a shell would: the test runner's own NODE_ENV would give a development build. */
function buildWorkspace(workspace: string): void {
  const { NODE_ENV: _mode, ...env } = process.env;
  const { status, stderr } = spawnSync('npm', ['run', 'build', '-w', workspace], {
    cwd: join(import.meta.dirname, '../../..'),
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Expected ${workspace} to build, but it said: ${stderr}`);
}

let browser: Browser;
let guest: Awaited<ReturnType<typeof startGuestServer>>;
let demo: PartnerDemo;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  buildWorkspace('packages/sdk');
  buildWorkspace('apps/partner-demo');
  guest = await startGuestServer();
  const origin = { sandboxOrigin: 'http://localhost:4001', productOrigin: guest.origin };
  demo = await startPartnerDemo({ ...origin, port: 0, partnerKey: 'pk_test_shop' });
  guest.allowed.push(demo.url);
  browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium' });
}, 60_000);

afterAll(async () => {
  await browser.close();
  await demo.close();
  await guest.close();
});

beforeEach(async () => {
  guest.allowed.splice(0, guest.allowed.length, demo.url);
  guest.asked.length = 0;
  const context = await browser.newContext();
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return () => context.close();
});

const logged = (event: string, detail = '') => page.locator('#log li', { hasText: event }).filter({ hasText: detail });
const frame = () => page.frameLocator('iframe');

describe.each(['/', '/module', '/react'])('4.13 the shop at %s, on another origin than the widget', (path) => {
  test('1-30 gets ready, steps, orders, languages and the height, and sends events in', async () => {
    await page.goto(demo.url + path);
    await logged('ready').waitFor();
    await logged('update-step', '"stepName":"exchange"').waitFor();
    await frame().getByRole('button', { name: 'order' }).click();
    await logged('change-order', '"partnerOrderId":"20417"').waitFor();
    await frame().getByRole('button', { name: 'lang' }).click();
    await logged('change-lang', 'uk').waitFor();
    await frame().getByRole('button', { name: 'grow' }).click();
    await logged('change-height', '900').waitFor();
    expect(await page.locator('iframe').evaluate((element) => element.clientHeight)).toBe(900);
    await frame().getByRole('button', { name: 'grow' }).click();
    await expect.poll(() => page.locator('iframe').evaluate((element) => element.clientHeight)).toBeLessThan(700);
    await page.getByRole('button', { name: 'open-exchange' }).click();
    await frame().getByText('open-exchange {"payinCurrency":"EUR","payinAmount":"100"}').waitFor();
    expect(await logged('ready').count()).toBe(1);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('4.13-03 a widget that does not allow this shop tells it nothing but the height', async () => {
    guest.allowed.splice(0, 1, 'https://shop.example');
    await page.goto(demo.url + path);
    await logged('change-height').waitFor();
    await frame().getByRole('button', { name: 'order' }).click();
    await page.getByRole('button', { name: 'login' }).click();
    await page.waitForTimeout(1800);
    expect(await page.locator('#log .in + .name').allTextContents()).toEqual(['change-height']);
    expect(await frame().locator('p').count()).toBe(0);
  });

  test.each(['light', 'dark'])('passes the automated WCAG 2.2 A and AA checks in %s', async (theme) => {
    await page.goto(`${demo.url}${path}?theme=${theme}`);
    await logged('ready').waitFor();
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').withTags(tags).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(guest.asked[0]).toContain(`theme=${theme}`);
  });

  test('fits 320 px without sideways scrolling', async () => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(demo.url + path);
    await logged('ready').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

describe('<causeway-widget>', () => {
  test('several attributes set at once are one change; an amount does not load the frame anew', async () => {
    await page.goto(demo.url);
    await logged('ready').waitFor();
    await page.locator('causeway-widget').evaluate((element) => {
      element.setAttribute('payin-amount', '300');
      element.setAttribute('payin-currency', 'USD');
    });
    await frame().getByText('open-exchange {"payinCurrency":"USD","payinAmount":"300"}').waitFor();
    expect(guest.asked).toHaveLength(1);
  });

  test('a theme loads it anew and it shakes hands again', async () => {
    await page.goto(demo.url);
    await logged('ready').waitFor();
    await page.locator('causeway-widget').evaluate((element) => element.setAttribute('theme', 'dark'));
    await expect.poll(() => logged('ready').count()).toBe(2);
    expect(guest.asked[1]).toContain('theme=dark');
  });

  test('a wrong attribute is an error event with a sentence; mended, the widget comes', async () => {
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
    expect(sentence).toBe(
      'Expected "payinAmount" to be decimal text, such as "250.00", but got "much". Leave it out to use the default.',
    );
    await page.locator('causeway-widget').evaluate((element) => element.setAttribute('payin-amount', '5'));
    await page.locator('causeway-widget iframe').waitFor();
  });

  test('taken off the page it leaves nothing behind, put back it works again', async () => {
    await page.goto(demo.url);
    await logged('ready').waitFor();
    await page.evaluate(() => {
      const element = document.querySelector('causeway-widget');
      const place = element?.parentElement;
      element?.remove();
      if (element) place?.append(element);
    });
    await expect.poll(() => logged('ready').count()).toBe(2);
    expect(await page.locator('iframe').count()).toBe(1);
  });
});

describe('the process', () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['--conditions=source', join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: 15_000,
    });

  test('a taken port is one clear line and exit code 1', () => {
    const { status, stderr } = run({ PARTNER_DEMO_PORT: new URL(demo.url).port });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('The port of the partner demo is taken');
    expect(status).toBe(1);
  });

  test.each([
    [{ PARTNER_DEMO_PORT: 'many' }, 'PARTNER_DEMO_PORT must be a port from 0 to 65535, but it is "many".'],
    [{ PUBLIC_URL: 'hello' }, 'PUBLIC_URL must be an http or https address, but it is "hello".'],
  ])('%o is one clear line and exit code 1', (env, line) => {
    const { status, stderr } = run(env);
    expect(stderr.trim()).toBe(line);
    expect(status).toBe(1);
  });
});
