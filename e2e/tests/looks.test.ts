import type { BrowserContext, Page } from '@playwright/test';
import { findMisfits } from '../checks/find-misfits.ts';
import { findColorViolations, findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { accountScreens } from '../screens/account-screens.ts';
import { exchangeScreens } from '../screens/exchange-screens.ts';
import { orderScreens } from '../screens/order-screens.ts';
import type { Screen } from '../screens/screen.ts';
import type { ApiClient, ProductApi } from '../steps/product-api.ts';
import { signIn } from '../steps/sign-in.ts';

/** 400 px at 200 % zoom, the narrowest phone, and the card on a desk. */
const widths = [200, 320, 1440] as const;
/** So many screens share a page: a browser need not load again what it has loaded, and a test stays short. */
const together = 4;

const all: readonly Screen[] = [...exchangeScreens, ...accountScreens, ...orderScreens];
const lookers = [...new Set(all.map(({ looker }) => looker))];
const groups = lookers.flatMap((looker) => chunks(all.filter((screen) => screen.looker === looker)));

for (const screens of groups) {
  const names = screens.map(({ name }) => name).join(', ');
  test(`WCAG 2.2 A and AA in light and dark and a fit at every width, also right to left: ${names}`, async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    let made: Promise<ApiClient> | undefined;
    const client = () => (made ??= register(api, screens[0]?.looker));
    if (screens[0]?.looker !== undefined) await signIn(context, await client());
    for (const screen of screens)
      await test.step(screen.name, async () => {
        await beginAgain(page, context);
        await screen.open({ page, context, api, sandbox, client });
        await look(page, screen.name);
      });
  });
}

async function register(api: ProductApi, looker: Screen['looker']): Promise<ApiClient> {
  const client = await api.register({ isConfirmed: looker !== 'unconfirmed client' });
  if (looker === 'client with basic data') await api.giveBasic(client);
  return client;
}

async function look(page: Page, name: string): Promise<void> {
  await waitUntilStill(page);
  await expect.soft(page, `WCAG 2.4.2 the title of ${name}`).toHaveTitle(/^(\(\d+\) )?\S.* · Causeway$/);
  expect.soft(await findViolations(page), `${name} in light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitUntilStill(page);
  expect.soft(await findColorViolations(page), `${name} in dark`).toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 760 });
    await waitUntilStill(page);
    expect.soft(await findMisfits(page), `${name} on ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 320, height: 760 });
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await waitUntilStill(page);
  expect.soft(await findMisfits(page), `${name} right to left`).toEqual([]);
}

/** As a browser on its first visit, except for cached files of the product. */
async function beginAgain(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 400, height: 760 });
  // A page of the product without scripts, so that nothing is written after the storage was cleared. A page that is
  // just leaving for the acquirer may interrupt once.
  await expect(() => page.goto('/readyz')).toPass({ timeout: 30_000 });
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

function chunks(screens: readonly Screen[]): Screen[][] {
  const count = Math.ceil(screens.length / together);
  return Array.from({ length: count }, (_, index) => screens.slice(index * together, (index + 1) * together));
}
