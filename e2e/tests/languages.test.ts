import { join } from 'node:path';
import { z } from 'zod';
import { findMisfits } from '../checks/find-misfits.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { frameWidget } from '../steps/frame-widget.ts';
import { signIn } from '../steps/sign-in.ts';
import { topUp } from '../steps/top-up.ts';

/** The addresses of all pages, from the widget's own table; a page of one order is looked at elsewhere. */
async function allPaths(): Promise<string[]> {
  const table: unknown = await import(join(import.meta.dirname, '../../apps/widget/src/app/routes.ts'));
  const { routes } = z.object({ routes: z.array(z.object({ path: z.string() })) }).parse(table);
  return routes.map(({ path }) => path.replace(':brand', 'causeway')).filter((path) => !path.includes(':'));
}

for (const [language, name] of [
  ['es', 'Español'],
  ['uk', 'Українська'],
] as const) {
  test.describe(`1-41 the language ${language}`, () => {
    test('comes with the path, on the first screen and on every step, without a missing text', async ({
      page,
      context,
      api,
    }) => {
      const client = await api.register();
      const niceId = await api.placeOrder(client);
      const missing: string[] = [];
      const look = async (heading: string) => {
        await expect(page.getByText(heading).first()).toBeVisible();
        const text = await page.evaluate(() => document.body.innerText);
        missing.push(...(text.match(/tpl:\S+/g) ?? []));
      };
      await page.goto(`/${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await look(say('tpl:exchange:payin', {}, language));
      await page.getByRole('button', { name: say('tpl:exchange:submit_login', {}, language) }).click();
      await look(say('tpl:auth:title', {}, language));
      await signIn(context, client);
      await page.goto(`/${language}/order-status/${niceId}`);
      await look(say('tpl:payment:title', {}, language));
      await page.getByRole('button', { name: say('tpl:order:cancel', {}, language) }).click();
      await look(say('tpl:order:cancel_title', {}, language));
      await page.getByRole('button', { name: say('tpl:order:cancel_yes', {}, language) }).click();
      await look(say('tpl:order:status_canceled', {}, language));
      expect(missing).toEqual([]);
    });

    test('fits every page on 320 px, with no word on two lines', async ({ page, context, api, sandbox }) => {
      const client = await api.register();
      await topUp(api, sandbox, client, '900');
      await signIn(context, client);
      await page.setViewportSize({ width: 320, height: 760 });
      const paths = await allPaths();
      expect(paths.length).toBeGreaterThan(30);
      for (const path of paths) {
        await page.goto(`/${language}${path}`);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await waitUntilStill(page);
        expect.soft(await findMisfits(page), path).toEqual([]);
      }
    });

    test('1-42 is chosen in the menu, kept in the cookie `lang` and taken back there', async ({ page, context }) => {
      await page.goto('/');
      await menu(page).open.click();
      await menu(page).entry('language').click();
      await menu(page).language(name).click();
      await expect(page).toHaveURL(`/${language}`);
      await expect(page.getByLabel(say('tpl:exchange:payin', {}, language), { exact: true })).toBeVisible();
      const cookie = (await context.cookies()).find((kept) => kept.name === 'lang');
      expect(cookie).toMatchObject({ value: language });

      await page.goto(`/${language}/language`);
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByLabel(say('tpl:exchange:payin'), { exact: true })).toBeVisible();
    });
  });
}

test('5-E the mark of decimals is that of the language, in the amounts that are typed too', async ({ page }) => {
  await page.goto('/es');
  const [payin, payout] = [page.locator('#payin'), page.locator('#payout')];
  await expect(payout).toHaveValue(/^0,\d{8}$/);
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  const price = page.waitForRequest(/calc\?.*payin_amount=300\.5/);
  await payin.fill('');
  await payin.pressSequentially('300.5');
  await expect(payin).toHaveValue('300,5');
  await payin.fill('300,5');
  await expect(payin).toHaveValue('300,5');
  await price;
  await expect(payout).toHaveValue(/^0,\d{8}$/);
  await page.goto('/es/language');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(payin).toHaveValue('300.5');
  await expect(payout).toHaveValue(/^0\.\d{8}$/);
});

test('1-43, A-057 in a frame of another site a reload, a step back and another language leave the page embeddable by the partner', async ({
  page,
  stack,
}) => {
  const widget = await frameWidget(page, stack.partnerUrl, `${stack.productUrl}/widget?partner_key=pk_test_shop`);
  await menu(widget).open.click();
  await menu(widget).entry('login').click();
  await expect(auth(widget).sendCode).toBeVisible();
  const inside = page.frames().find((frame) => frame.parentFrame() !== null);
  expect(inside?.url()).toBe(`${stack.productUrl}/login?partner_key=pk_test_shop`);
  await inside?.evaluate(() => location.reload());
  await expect(auth(widget).sendCode).toBeVisible();
  await inside?.evaluate(() => history.back());
  await expect(exchange(widget).payin).toBeVisible();

  await menu(widget).open.click();
  await menu(widget).entry('language').click();
  await menu(widget).language('Español').click();
  await expect(widget.getByLabel(say('tpl:exchange:payin', {}, 'es'), { exact: true })).toBeVisible();
});

test('A-058 an unknown language is an unknown path: it leads to the first screen', async ({ page }) => {
  await page.goto('/xx/login');
  await expect(page).toHaveURL('/');
  await expect(page.getByLabel(say('tpl:exchange:payin'), { exact: true })).toBeVisible();
});

test('A-060 a browser in a language that has no texts is served in the next one that has, and nothing claims another', async ({
  browser,
  stack,
  api,
}) => {
  const context = await browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(stack.productUrl);
  await expect(exchange(page).payin).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto(`${stack.productUrl}/de/faq`);
  await expect(page).toHaveURL(`${stack.productUrl}/faq`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await signIn(context, await api.register({ lang: 'uk' }));
  const client = await context.newPage();
  await client.goto(stack.productUrl);
  await expect(client).toHaveURL(`${stack.productUrl}/uk`);
  await expect(client.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(client.getByLabel(say('tpl:exchange:payin', {}, 'uk'), { exact: true })).toBeVisible();
  await expect(client.getByRole('form')).toContainText(say('tpl:group:card', {}, 'uk'));
  await context.close();
});
