import type { Locator } from '@playwright/test';
import { findMisfits } from '../checks/find-misfits.ts';
import { expect, test } from '../fixtures.ts';
import { expectThemes } from '../checks/expect-looks.ts';
import { address } from '../pages/address.ts';
import { cabinet } from '../pages/cabinet.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { operations } from '../pages/operations.ts';
import { sideMenu } from '../pages/side-menu.ts';
import { say } from '../say.ts';
import { frameWidget } from '../steps/frame-widget.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';

const pages = {
  balance: '/balance',
  transactions: '/transactions',
  notifications: '/notifications',
  discount: '/discount',
  verification: '/verification',
  language: '/language',
  faq: '/faq',
  settings: '/settings',
};

test.use({ viewport: { width: 1440, height: 900 } });

test('2.4 the menu beside the cabinet leads everywhere, marks the page, and ends the session', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  await page.goto('/balance/operations');
  const side = sideMenu(page);
  await expect(side.entry('balance')).toHaveAttribute('aria-current', 'true');
  for (const [key, path] of Object.entries(pages)) {
    await side.entry(key).click();
    await expect(page).toHaveURL(path);
    await expect(cabinet(page).heading).toHaveText(say(`tpl:menu:${key}`));
    await expect(cabinet(page).heading).toBeFocused();
    // An unread notification of the sign-in is counted beside its entry.
    await expect(side.current).toContainText(say(`tpl:menu:${key}`));
    await expect(side.entry(key)).toHaveAttribute('aria-current', 'page');
  }
  // The exchange stays a card, with the menu in its header.
  await side.entry('buy').click();
  await expect(menu(page).open).toBeVisible();
  await expect(side.menu).toBeHidden();
  await page.goBack();
  await expect(side.entry('settings')).toHaveAttribute('aria-current', 'page');
  await side.logOut.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(side.menu).toBeHidden();
});

test('the number of unread notifications is beside their entry', async ({ page, context, api }) => {
  const client = await api.register();
  await api.cancelOrder(await api.placeOrder(client), client);
  await signIn(context, client);
  await page.goto('/balance');
  await expect(sideMenu(page).entry('notifications')).toContainText(/1.*unread/);
});

test('by keyboard: past the menu into the page, or through the menu in its order', async ({ page, context, api }) => {
  await signIn(context, await api.demoClient());
  await page.goto('/faq');
  const side = sideMenu(page);
  await expect(side.entry('faq')).toBeVisible();
  await side.skip.focus();
  await page.keyboard.press('Enter');
  await expect(side.content).toBeFocused();
  await expect(page).toHaveURL('/faq');
  await side.skip.focus();
  await tabTo(page, side.entry('settings'));
  await page.keyboard.press('Enter');
  await expect(cabinet(page).heading).toHaveText(say('tpl:menu:settings'));
  await expect(cabinet(page).heading).toBeFocused();
});

test('a window that grows and shrinks keeps what was typed', async ({ page, context, api }) => {
  await signIn(context, await api.demoClient());
  await page.goto('/faq');
  const side = sideMenu(page);
  const { search } = cabinet(page);
  await expect(side.menu).toBeVisible();
  await search.fill('card');
  await page.setViewportSize({ width: 400, height: 760 });
  await expect(side.menu).toBeHidden();
  await expect(menu(page).open).toBeVisible();
  await expect(search).toHaveValue('card');
  await page.setViewportSize({ width: 1024, height: 760 });
  await expect(side.menu).toBeVisible();
  await expect(menu(page).open).toBeHidden();
  await expect(search).toHaveValue('card');
});

test('from 720 px the menu is a rail of symbols that keep their names', async ({ page, context, api }) => {
  await page.setViewportSize({ width: 720, height: 800 });
  await signIn(context, await api.demoClient());
  await page.goto('/balance');
  const side = sideMenu(page);
  await expect(side.entry('balance')).toHaveAttribute('aria-current', 'page');
  await expect(side.entry('balance')).toHaveAttribute('title', say('tpl:menu:balance'));
  expect((await side.menu.boundingBox())?.width).toBeLessThanOrEqual(72);
  await expect(menu(page).open).toBeHidden();
  await expect(side.quick).toHaveCount(0);
  await side.skip.focus();
  await tabTo(page, side.entry('faq'));
  await page.keyboard.press('Enter');
  await expect(cabinet(page).heading).toBeFocused();
  await expect(side.entry('faq')).toHaveAttribute('aria-current', 'page');
  // One pixel less is a phone.
  await page.setViewportSize({ width: 719, height: 800 });
  await expect(side.menu).toBeHidden();
  await expect(menu(page).open).toBeVisible();
});

test('the exchange is at hand beside the balance, keeps what is typed, and leads to its next step', async ({
  page,
  context,
  api,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(context, client);
  await page.addInitScript(() => {
    const places = new Set<string>();
    const look = () => {
      const box = document.querySelector('#content')?.getBoundingClientRect();
      if (box) {
        places.add(`${box.left} to ${box.right}`);
        document.documentElement.dataset['places'] = String(places.size);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto('/balance/operations');
  const side = sideMenu(page);
  const quick = exchange(side.quick);
  await expect(quick.payin).toBeVisible();
  // The room is kept from the first drawing: nothing moves when the exchange comes.
  await expect(page.locator('html')).toHaveAttribute('data-places', '1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await quick.payin.fill('120');
  await side.entry('transactions').click();
  await expect(page).toHaveURL('/transactions');
  await expect(quick.payin).toHaveValue('120');
  // A page that asks for something has its own button.
  await side.entry('settings').click();
  await expect(cabinet(page).heading).toHaveText(say('tpl:menu:settings'));
  await expect(side.quick).toHaveCount(0);
  await side.entry('balance').click();
  await quick.buy.click();
  await expect(page).toHaveURL('/');
  await expect(address(page).wallet).toBeVisible();
  await expect(side.quick).toHaveCount(0);
});

test('the arithmetic beside a page is open where what is beside fits, whatever the length of the page', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  for (const path of ['/faq', '/language'])
    for (const [height, isOpen] of [
      [800, true],
      [640, false],
    ] as const) {
      await page.setViewportSize({ width: 1280, height });
      await page.goto(path);
      const { feePanel } = exchange(sideMenu(page).quick);
      await expect(feePanel, `${path} on ${height} px`).toHaveJSProperty('open', isOpen);
    }
});

test('3-50, A-106 operations have columns in a wide window', async ({ page, context, api }) => {
  await signIn(context, await api.demoClient());
  await page.goto('/balance/operations');
  const headings = ['operations:operation', 'transactions:date', 'transactions:status', 'transactions:amount'];
  await expect(page.getByRole('columnheader')).toHaveText(headings.map((key) => say(`tpl:${key}`)));
  await expect(operations(page).rows.first()).toContainText(/\d{2}:\d{2}.*Finished.*\+/s);
  await page.setViewportSize({ width: 400, height: 760 });
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: say('tpl:transactions:day_today') })).toBeVisible();
});

test('the favourites are the cards of a wide window, and the others are one press away', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  await page.goto('/balance');
  const list = operations(page);
  await list.favorite('Bitcoin').click();
  await expect(list.favorite('Bitcoin')).toHaveAttribute('aria-pressed', 'true');
  await expect(list.favorite('Euro')).toBeHidden();
  await page.getByRole('button', { name: /^All \d+ currencies$/ }).click();
  await expect(list.favorite('Euro')).toBeVisible();
  await list.favorite('Bitcoin').click();
  await expect(list.favorite('Bitcoin')).toHaveAttribute('aria-pressed', 'false');
});

test('the pages fit a wide window, in both themes, from left and from right', async ({ page, context, api }) => {
  await signIn(context, await api.demoClient());
  const side = sideMenu(page);
  for (const path of ['/balance', '/balance/operations', '/settings'])
    for (const [width, direction] of [
      [720, 'rtl'],
      [1110, 'ltr'],
      [1024, 'ltr'],
      [1280, 'rtl'],
      [1440, 'ltr'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(side.menu).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      const box = await side.menu.boundingBox();
      expect((box?.x ?? width) < width / 2, `${path}: the menu stands at the start`).toBe(direction === 'ltr');
      await expectThemes(page, `${path} ${width}`);
      expect.soft(await findMisfits(page), `${path} ${width} ${direction}`).toEqual([]);
    }
});

test('2.3-42 a partner’s link in a tab of its own is a card like any page, from its first drawing; in a frame it fills the frame', async ({
  page,
  stack,
}) => {
  const link = `${stack.productUrl}/?partner_key=pk_test_shop`;
  const look = (app: Locator) =>
    app.evaluate((element) => {
      const { marginBlockStart, boxShadow, backgroundColor } = getComputedStyle(element);
      const isOnBackground = getComputedStyle(document.body).backgroundColor !== backgroundColor;
      return { marginBlockStart, isRaised: boxShadow !== 'none', isOnBackground };
    });
  const script = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', (route) => script.promise.then(() => route.continue()));
  await page.goto(link, { waitUntil: 'commit' });
  const card = { marginBlockStart: '40px', isRaised: true, isOnBackground: true };
  expect(await look(page.locator('[data-popup-frame]'))).toEqual(card);
  script.resolve(undefined);
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  await expect(page.locator('#styles')).toHaveAttribute('href', /css/);
  expect(await look(page.locator('[data-popup-frame]'))).toEqual(card);

  const widget = await frameWidget(page, stack.partnerUrl, link);
  await page.locator('iframe').evaluate((frame) => frame.setAttribute('width', '900'));
  await expect(widget.locator('html')).toHaveAttribute('data-hydrated', 'true');
  await expect
    .poll(() => look(widget.locator('[data-popup-frame]')))
    .toEqual({ marginBlockStart: '0px', isRaised: false, isOnBackground: false });
});
