import { z } from 'zod';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { chatScript, expect, test as base } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { fileWizard } from '../pages/file-wizard.ts';
import { home } from '../pages/home.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

/** Reported errors are a part of this file, so they fail no test here. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  quiet: async ({}, provide) => provide(),
});

// All of them need the other server.
test.describe.configure({ mode: 'default' });

const list = z.object({ reports: z.array(z.object({ event: z.looseObject({}), raw: z.string() })) });

test('7-63, C-69, C-70 an error is reported to the configured URL, without personal data, an event is sent; where nothing is configured neither is', async ({
  page,
  context,
  api,
  stack,
  other,
}) => {
  const reports = async () => list.parse(await (await fetch(`${stack.sandboxUrl}/reports/control`)).json()).reports;
  // One error in four is reported; this one must be.
  await context.addInitScript(() => (Math.random = () => 0.1));
  const asked: string[] = [];
  const events: string[] = [];
  context.on('request', (request) => {
    asked.push(request.url());
    if (request.url().endsWith('/client/send_event')) events.push(request.postData() ?? '');
  });
  const client = await api.register();
  await signIn(context, client);
  const fail = (message: string) =>
    page.evaluate(
      (text) =>
        void setTimeout(() => {
          throw new Error(text);
        }),
      message,
    );

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  await fail('Unheard');
  await page.goto(`${other.url}/?email=anna%40example.com&payin_amount=250`);
  await expect.poll(() => asked.some((url) => url.includes('start-error-reports'))).toBe(true);
  expect(asked.filter((url) => url.includes('/reports/'))).toEqual([]);
  await expect(exchange(page).buy).toBeEnabled();
  await page.waitForTimeout(300);
  await fail('Broken for anna@example.com at /order-status/CW7Q2M9V4T8K1N5X3B');
  await fail('Failed to fetch');
  await expect.poll(async () => (await reports()).length, { timeout: 15_000 }).toBe(1);
  const [report] = await reports();
  expect(report?.event).toMatchObject({
    level: 'error',
    release: expect.stringMatching(/^entry-browser/),
    exception: { values: [{ type: 'Error', value: 'Broken for [hidden] at /order-status/[hidden]' }] },
    request: { url: `${other.url}/` },
  });
  expect(report?.raw).not.toMatch(/anna|CW7Q2M9V|eyJ|cwr_/);

  await exchange(page).buy.click();
  await expect.poll(() => events.length).toBe(1);
  expect(JSON.parse(events[0] ?? '')).toMatchObject({ type: 'order_started', opts: { payin_amount: '250.00' } });
});

test('1-29, 2.4-15, A-118 the script of the support chat is there 6 seconds after the page, or with the first click', async ({
  page,
  other,
}) => {
  // It opens at the bottom of the page and stays there.
  const body = `window.causewayChat = { open: () => document.body.insertAdjacentHTML('beforeend', '<p>How can we help?</p>') }`;
  await page.route(chatScript, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const script = page.locator(`script[src="${chatScript}"]`);
  const opened = page.getByText('How can we help?');
  await page.clock.install();
  await page.goto(other.url);
  // The parts that wait for the chat are there.
  await expect(page.getByRole('status', { name: say('tpl:common:notices') })).toBeAttached();
  await expect(script).toHaveCount(0);
  await page.clock.runFor(6000);
  await expect(script).toHaveCount(1);
  await expect(opened).toBeHidden();

  await page.reload();
  await expect(page.getByRole('status', { name: say('tpl:common:notices') })).toBeAttached();
  await expect(script).toHaveCount(0);
  await page.getByRole('button', { name: say('tpl:common:chat') }).click();
  await expect(opened).toBeVisible();
  await expect(script).toHaveCount(1);
});

test('1-25, 1-27, 2.1-15, 2.1-25, 2.4-12, 2.4-13, A-106 the wallet: what there is, what pays, a break of the connection, nothing yet; a bar leads there', async ({
  page,
  context,
  api,
  other,
}) => {
  const wallet = home(page);
  await page.goto(`${other.url}/home`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fhome$/);
  await expect(wallet.bar).toBeHidden();

  await signIn(context, await api.demoClient());
  await page.goto(`${other.url}/balance`);
  await expect(page).toHaveURL(`${other.url}/home`);
  await expect(wallet.total).toContainText(/2\s\d{3}(\.\d\d)? EUR/);
  await expect(wallet.currency('Euro')).toContainText('1\u00A0000');
  await expect(wallet.currency('Bitcoin')).toContainText('0.02000000');
  await expect(wallet.barLinks).toHaveText(
    ['tpl:home:title', 'tpl:home:exchange', 'tpl:menu:transactions'].map((key) => say(key)),
  );
  await expect(wallet.barLink('tpl:home:title')).toHaveAttribute('aria-current', 'page');
  // What comes last makes the page longer.
  await expect(page.getByRole('img', { name: /\d EUR/ })).toBeVisible();
  await expect(page.getByRole('table').getByRole('row').first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // At the end of the page the bar lies over nothing that a person could scroll from under it.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await waitUntilStill(page);
    expect.soft(await findViolations(page), colorScheme).toEqual([]);
  }

  await wallet.currency('Bitcoin').click();
  await expect(page).toHaveURL(`${other.url}/`);
  await expect(exchange(page).payinCurrency).toHaveAccessibleName(/^BTC/);
  await expect(exchange(page).payoutCurrency).toHaveAccessibleName(/^EUR/);
  await exchange(page).useAll.click();
  await expect(exchange(page).payin).toHaveValue(/^0\.02/);

  await page.route('**/balance', (route) => route.abort());
  await wallet.barLink('tpl:home:title').click();
  await expect(wallet.tryAgain).toBeVisible();
  await page.unroute('**/balance');
  await wallet.tryAgain.click();
  await expect(wallet.total).toBeVisible();
  await wallet.barLink('tpl:home:exchange').click();
  await expect(exchange(page).form).toBeVisible();

  await page.route('**/balance', async (route) => {
    const body: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: { ...Object(body), balances: {}, primary_balance: '0.00' } });
  });
  await wallet.barLink('tpl:home:title').click();
  await expect(wallet.empty).toBeVisible();
  await page.unroute('**/balance');

  // The longest texts, the narrowest frames.
  await page.goto(`${other.url}/uk/home`);
  await expect(page.getByRole('link', { name: /^Bitcoin / })).toBeVisible();
  for (const width of [200, 320]) {
    await page.setViewportSize({ width, height: 760 });
    await waitUntilStill(page);
    expect.soft(await findMisfits(page), `${width} px`).toEqual([]);
  }
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  expect.soft(await findMisfits(page), 'right to left').toEqual([]);
});

test('9-35 a report of an error beside an upload has no word of the document: not its name, its picture or what was typed', async ({
  page,
  api,
  context,
  stack,
  other,
}) => {
  const reports = async () => list.parse(await (await fetch(`${stack.sandboxUrl}/reports/control`)).json()).reports;
  // One error in four is reported; this one must be.
  await context.addInitScript(() => (Math.random = () => 0.1));
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(context, client);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${other.url}/verification/identity`);
  const wizard = fileWizard(page);
  const front = wizard.place('file_front');
  await expect.poll(() => asked.some((url) => url.includes('start-error-reports'))).toBe(true);
  const picture = await wizard.picture();
  const before = (await reports()).length;
  await wizard.issued.fill('1987-06-05');
  await page.route('**/verification/document/upload', (route) => route.abort('connectionreset'));
  await front.input.setInputFiles(wizard.file('UNMISTAKABLE Lovelace.jpg', picture));
  await expect(front.root).toHaveAttribute('data-state', 'denied');
  const text = 'Broken beside an upload';
  await page.evaluate(
    (message) =>
      void setTimeout(() => {
        throw new Error(message);
      }),
    text,
  );
  const sent = async () => (await reports()).slice(before).map(({ raw }) => raw);
  await expect.poll(async () => (await sent()).some((raw) => raw.includes(text))).toBe(true);
  const bytes = picture.subarray(400, 430);
  const traces = ['UNMISTAKABLE', 'Lovelace', '1987-06-05', bytes.toString('latin1'), bytes.toString('base64')];
  for (const raw of await sent()) for (const trace of [...traces, client.email]) expect(raw).not.toContain(trace);
});
