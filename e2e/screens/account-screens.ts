import { expect } from '@playwright/test';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { companyChanges } from '../pages/company-changes.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { transactions } from '../pages/transactions.ts';
import { say } from '../say.ts';
import type { Screen, ScreenWorld } from './screen.ts';
import { affiliateScreens } from './affiliate-screens.ts';
import { cabinetScreens } from './cabinet-screens.ts';
import { verificationScreens } from './verification-screens.ts';

async function openCode({ page }: ScreenWorld): Promise<ReturnType<typeof emailCode>> {
  await page.goto('/');
  await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
  const screen = emailCode(page);
  await expect(screen.countdown).toBeVisible();
  return screen;
}

async function openAddress({ page }: ScreenWorld): Promise<ReturnType<typeof address>> {
  await page.goto('/');
  await exchange(page).buy.click();
  const screen = address(page);
  await expect(screen.heading).toBeVisible();
  return screen;
}

/** Sign-in, registration, the code and the address. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'login',
    open: async ({ page }) => {
      await page.goto('/');
      await exchange(page).logIn.click();
      await expect(auth(page).heading).toBeVisible();
    },
  },
  {
    name: 'login-wrong',
    open: async ({ page }) => {
      await page.goto('/login?step=login');
      await auth(page).email.fill('nobody@example.com');
      await auth(page).password.fill('not the password');
      await auth(page).logIn.click();
      await expect(page.getByText('The e-mail or the password is wrong.')).toBeVisible();
    },
  },
  {
    name: 'register',
    open: async ({ page }) => {
      await page.goto('/login?step=register');
      await auth(page).newPassword.fill('some good words');
      await auth(page).register.click();
      await expect(page.getByText(say('tpl:auth:fault_terms'))).toBeVisible();
    },
  },
  {
    name: 'recovery',
    open: async ({ page }) => {
      await page.goto('/login?step=recovery');
      await expect(page.getByRole('heading', { name: say('tpl:auth:recovery_title') })).toBeVisible();
    },
  },
  {
    name: 'company-changes',
    looker: 'client',
    open: async ({ page }) => {
      await page.route('**/onramp/client', async (route) => {
        const response = await route.fetch();
        const text = await response.text();
        await route.fulfill({ response, body: text.replace(/("is_company_agreement_required":)0/, '$11') });
      });
      const changes = { version: '2', title: 'Terms of Causeway Ltd, second edition', company_name: 'Causeway Ltd' };
      const clause = '<p>We moved, and what was promised stays promised.</p><ul><li>No fee has changed.</li></ul>';
      await page.route('**/client/company_changes', (route) =>
        route.fulfill({ json: { success: 1, ...changes, text: clause.repeat(12) } }),
      );
      await page.goto('/settings');
      await expect(companyChanges(page).titled(changes.title)).toBeVisible();
      await companyChanges(page).agree.check();
    },
  },
  ...[
    '',
    '/2fa',
    '/passkeys',
    '/phone',
    '/change-password',
    '/email',
    '/devices',
    '/subscription',
    '/cards',
    '/data-export',
    '/delete-account',
  ].map((path) => ({
    name: `settings${path.replace('/', '-')}`,
    looker: 'client' as const,
    open: async ({ page }: ScreenWorld) => {
      await page.goto(`/settings${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  })),
  { name: 'code', looker: 'unconfirmed client', open: async (world) => void (await openCode(world)) },
  {
    name: 'code-other-email',
    looker: 'unconfirmed client',
    open: async (world) => {
      const screen = await openCode(world);
      await screen.otherEmail.click();
      await expect(screen.newEmail).toBeFocused();
    },
  },
  {
    name: 'code-wrong',
    looker: 'unconfirmed client',
    open: async (world) => {
      const screen = await openCode(world);
      await screen.code.fill('000000');
      await expect(world.page.getByText('That code doesn’t match. Check the newest e-mail.')).toBeVisible();
    },
  },
  ...['/faq', '/about-causeway'].map((path) => ({
    name: path.slice(1),
    open: async ({ page }: ScreenWorld) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const question of await page.locator('summary').all()) await question.click();
    },
  })),
  {
    name: 'discount',
    looker: 'client',
    open: async ({ page }) => {
      const conf = ['New', 'Regular', 'Frequent and reliable', 'Pilot'].map((name, index) => ({
        number: index + 1,
        name,
        turnover_from: `${[0, 500, 2000, 10_000][index]}.00`,
        percent: index * 15,
        fee: ['1.4000', '1.1900', '0.9800', '0.7700'][index],
      }));
      const place = { current_tier: '500.00', next_level: '2000.00', left_before_discount: '740.00', total: '1260.00' };
      const saved = {
        current_fee: '1.1900',
        current_percent: 15,
        max_percent: 45,
        prev_fee: '1.4000',
        vip_discount: 0,
      };
      const json = { conf, currency: 'EUR', ...place, ...saved, tier_name: 'Regular', tier_number: 2 };
      await page.route('**/onramp/discount-config', (route) => route.fulfill({ json }));
      await page.goto('/discount');
      await expect(page.getByText(say('tpl:discount:here'))).toBeVisible();
    },
  },
  ...cabinetScreens,
  ...affiliateScreens,
  {
    name: 'notifications',
    looker: 'client',
    open: async ({ page }) => {
      const row = (type: string, read_at: number, age: number) => ({
        nice_id: crypto.randomUUID(),
        read_at,
        created_at: Math.floor(Date.now() / 1000) - age,
        type,
        title: 'Your payment needs a decision',
        text: 'We received 240 EUR, but not in the amount that the order asked for.',
        link: '/transactions',
      });
      const types = ['decision-asked', 'order-finished', 'verification-rejected', 'new-device', 'password-changed'];
      const data = types.map((type, index) => row(type, index > 2 ? 1 : 0, index * 40_000));
      await page.route('**/notifications', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { success: 1, data, unread_count: 3, next_page_id: 'x', errors: [] } })
          : route.fallback(),
      );
      await page.goto('/notifications');
      await page.getByRole('button', { name: say('tpl:notification:delete_all') }).click();
    },
  },
  {
    name: 'transactions',
    looker: 'client with one order',
    open: async ({ page, api, client }) => {
      await api.placeOrder(await client());
      await page.goto('/transactions');
      const list = transactions(page);
      await expect(list.rows).toHaveCount(1);
      await list.openFilters.click();
      await list.choice('period_days').click();
      await list.choice('status_open').click();
      await list.from.fill('2020-01-01');
      await list.apply.click();
      await expect(list.filters.getByRole('button')).toHaveCount(3);
      await expect(list.rows).toHaveCount(1);
    },
  },
  ...verificationScreens,
  { name: 'address', looker: 'client', open: async (world) => void (await openAddress(world)) },
  {
    name: 'address-right',
    looker: 'client',
    open: async (world) => {
      const screen = await openAddress(world);
      await screen.field.fill(await world.sandbox.outsideAddress('bitcoin'));
      await expect(screen.looksRight).toBeVisible();
    },
  },
  {
    name: 'address-invalid',
    looker: 'client',
    open: async (world) => {
      const screen = await openAddress(world);
      await screen.field.fill('not-an-address');
      await screen.submit.click();
      await expect(world.page.getByText(say('tpl:address:fault_address_form'))).toBeVisible();
    },
  },
  {
    name: 'menu-signed-in',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/');
      await expect(exchange(page).buy).toBeVisible();
      await menu(page).open.click();
      await expect(menu(page).entry('logout')).toBeVisible();
    },
  },
];
