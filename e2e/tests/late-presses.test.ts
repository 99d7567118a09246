import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { picker } from '../pages/picker.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';
import { openFees } from '../steps/open-fees.ts';
import { signIn } from '../steps/sign-in.ts';

/** What a press on a page opens, and the code that is fetched for it or answers it. */
interface LatePress {
  /** Of the source file. */
  opens: string;
  path?: string;
  isSignedIn?: boolean;
  /** Names of the built files that come late. */
  held: string;
  press: (page: Page) => Promise<Locator>;
  shows: (page: Page) => Locator;
}

const service = (page: Page) => exchange(page).form.getByRole('button', { name: 'Service fee' });
const presses: readonly LatePress[] = [
  {
    opens: 'late-parts, explain-sheet: a fee',
    held: '**/late-parts-*.js',
    press: async (page) => {
      await openFees(exchange(page));
      return service(page);
    },
    shows: (page) => page.getByRole('dialog', { name: 'Service fee' }),
  },
  {
    opens: 'late-parts, explain-sheet: the rate',
    held: '**/late-parts-*.js',
    press: async (page) => page.getByRole('button', { name: /^1.BTC =/ }),
    shows: (page) => page.getByRole('dialog', { name: say('tpl:chart:title', { one: '1\u00A0BTC' }) }),
  },
  {
    opens: 'explain-sheet',
    held: '**/explain-sheet-*.js',
    press: async (page) => {
      await openFees(exchange(page));
      await expect(service(page)).toHaveAccessibleDescription(say('tpl:chart:more'));
      return service(page);
    },
    shows: (page) => page.getByRole('dialog', { name: 'Service fee' }),
  },
  {
    opens: 'late-parts, app-menu',
    held: '**/{late-parts,app-menu}-*.js',
    press: async (page) => page.getByRole('button', { name: say('tpl:common:menu') }),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    opens: 'late-parts, support-form',
    held: '**/{late-parts,support-form}-*.js',
    press: async (page) => page.getByRole('button', { name: say('tpl:common:chat') }),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    opens: 'currency-picker',
    held: '**/currency-picker-*.js',
    press: async (page) => exchange(page).payoutCurrency,
    shows: (page) => picker(page).search,
  },
  {
    opens: 'coupon-form',
    held: '**/coupon-form-*.js',
    press: async (page) => exchange(page).coupon,
    shows: (page) => exchange(page).couponField,
  },
  {
    opens: 'currency-picker: of a deposit',
    path: '/balance/deposit',
    isSignedIn: true,
    held: '**/currency-picker-*.js',
    press: async (page) => page.getByRole('button', { name: say('tpl:deposit:change') }),
    shows: (page) => page.getByRole('dialog', { name: say('tpl:deposit:choose') }),
  },
];

/** Parts that no press opens: they come with what a page shows. */
const shownByItself = [
  'late-parts',
  'same-as-last',
  'wizard-page',
  'file-wizard-page',
  'value-chart',
  'side-menu',
  'app-navbar',
  'close-widget',
  'native-parts',
  'partner-details',
  'bank-screen',
  'deposit-screen',
  'card-screen',
  'wallet-page',
  'challenge-screen',
  'qr-code',
];
/** Tried by tests of their own: where there is a camera (5-E15), and with a wallet. */
const triedElsewhere = ['scan-sheet', 'wallet-connect-sheet'];

test.describe('5-E14 a press whose code comes late is kept', () => {
  for (const { opens, path = '/', isSignedIn, held, press, shows } of presses) {
    test(opens, async ({ page, context, api }) => {
      if (isSignedIn) await signIn(context, await api.register());
      const release = await holdFiles(page, held);
      await page.goto(path);
      if (path === '/') await expect(exchange(page).submit).toBeEnabled();
      const pressed = await press(page);
      await pressed.click();
      await expect(shows(page)).toBeHidden();
      release();
      await expect(shows(page)).toBeVisible();
    });
  }

  test('and each part that is fetched alone is one of these', () => {
    const source = join(import.meta.dirname, '../../apps/widget/src');
    const fetched = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
      .flatMap((name) => [
        ...readFileSync(join(source, name), 'utf8').matchAll(
          /(?:lazy|latePart|optionalPart)\([^;]*?import\('[^']*\/([\w-]+)\.tsx'\)/g,
        ),
      ])
      .map(([, part = '']) => part);
    const known = [
      ...presses
        .map(({ opens }) => opens)
        .join(', ')
        .split(/[,:] /),
      ...shownByItself,
      ...triedElsewhere,
    ];
    expect(fetched.length).toBeGreaterThan(20);
    expect([...new Set(fetched)].filter((part) => !known.includes(part))).toEqual([]);
  });

  test('a press elsewhere lets go of it, and so does Escape', async ({ page }) => {
    const release = await holdFiles(page, '**/late-parts-*.js');
    await page.goto('/');
    await expect(exchange(page).submit).toBeEnabled();
    const rate = page.getByRole('button', { name: /^1.BTC =/ });
    await rate.click();
    await exchange(page).swap.click();
    await page.getByRole('button', { name: /^1.BTC =/ }).press('Enter');
    await page.keyboard.press('Escape');
    release();
    await expect(page.getByRole('button', { name: /^1.BTC =/ })).toHaveAccessibleDescription(say('tpl:chart:more'));
    // What was kept would be pressed again within a frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200))));
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('all that it opens is asked for at once', async ({ page }) => {
    const release = await holdFiles(page, '**/{currency-picker,sheets}-*');
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^1.BTC =/ })).toHaveAccessibleDescription(say('tpl:chart:more'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(/.*\/assets\//, '')));
    await exchange(page).payoutCurrency.click();
    const files = ['sheets-.*js', 'sheets-.*css', 'currency-picker-.*js', 'currency-picker-.*css', 'texts/en'];
    await expect.poll(() => files.filter((file) => !asked.some((one) => new RegExp(file).test(one)))).toEqual([]);
    release();
    await expect(picker(page).search).toBeVisible();
  });

  test('what does not come says so, and the page goes on', async ({ page }) => {
    await page.route('**/currency-picker-*.js', (route) => route.abort());
    await page.goto('/');
    await expect(exchange(page).submit).toBeEnabled();
    await exchange(page).payoutCurrency.click();
    await expect(page.getByText(say('tpl:common:network'))).toBeVisible();
    await exchange(page).submit.click();
    await expect(auth(page).heading).toBeVisible();
  });
});

test('code of parts that the page can do without breaks nothing while it does not come, and comes later', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.setViewportSize({ width: 1280, height: 800 });
  const parts = '**/{side-menu,same-as-last,value-chart}-*.js';
  let refused = 0;
  await page.route(parts, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto('/');
  await expect.poll(() => refused).toBeGreaterThan(1);
  await expect(exchange(page).buy).toBeVisible();
  await page.goto('/balance');
  await expect.poll(() => refused).toBeGreaterThan(3);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute(parts);
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 30_000 });
});
