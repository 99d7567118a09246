import { expect } from '@playwright/test';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { picker } from '../pages/picker.ts';
import { say } from '../say.ts';
import { openFees } from '../steps/open-fees.ts';
import type { Screen, ScreenWorld } from './screen.ts';

async function openExchange({ page }: ScreenWorld): Promise<ReturnType<typeof exchange>> {
  await page.goto('/');
  const screen = exchange(page);
  await expect(screen.payout).toHaveValue(/^0\.\d{8}$/);
  // The page answers, and the styles of its other states are there.
  await expect(page.locator('#styles[href]')).toBeAttached();
  await page.waitForLoadState('networkidle');
  return screen;
}

async function openPicker(world: ScreenWorld, side: 'payinCurrency' | 'payoutCurrency') {
  const screen = await openExchange(world);
  await screen[side].click();
  const sheet = picker(world.page);
  await expect(sheet.search).toBeFocused();
  return sheet;
}

async function openMenu(world: ScreenWorld): Promise<ReturnType<typeof menu>> {
  await openExchange(world);
  const sheet = menu(world.page);
  await sheet.open.click();
  await expect(sheet.entry('language')).toBeVisible();
  return sheet;
}

/** The first screen and what opens over it. */
export const exchangeScreens: readonly Screen[] = [
  { name: 'exchange', open: async (world) => void (await openExchange(world)) },
  {
    name: 'exchange-fees',
    open: async (world) => {
      const screen = await openExchange(world);
      await openFees(screen);
      await expect(screen.feeLines).toHaveCount(5);
    },
  },
  {
    name: 'exchange-errors',
    open: async (world) => {
      const screen = await openExchange(world);
      await screen.payin.fill('5');
      await expect(world.page.getByText('Card payments start at')).toBeVisible();
    },
  },
  {
    name: 'exchange-coupon',
    open: async (world) => {
      const screen = await openExchange(world);
      await screen.coupon.click();
      await world.page.getByLabel(say('tpl:coupon:label')).fill('NOTHING');
    },
  },
  {
    name: 'exchange-offline',
    open: async (world) => {
      await openExchange(world);
      await expect(world.page, 'the name of the tab comes later').toHaveTitle(/ · /);
      await world.context.setOffline(true);
      await expect(world.page.getByText(say('tpl:common:error:network'))).toBeVisible();
    },
  },
  { name: 'picker', open: async (world) => void (await openPicker(world, 'payoutCurrency')) },
  {
    name: 'picker-network',
    open: async (world) => {
      const sheet = await openPicker(world, 'payoutCurrency');
      await sheet.option(/^Tether/).click();
      await expect(sheet.networks).toBeVisible();
    },
  },
  {
    name: 'picker-method',
    open: async (world) => {
      const sheet = await openPicker(world, 'payinCurrency');
      await sheet.option(/^Euro/).click();
      await expect(sheet.methods).toBeVisible();
    },
  },
  {
    name: 'picker-search',
    open: async (world) => {
      const sheet = await openPicker(world, 'payoutCurrency');
      await sheet.search.fill('tron');
      await expect(sheet.options.first()).toBeVisible();
    },
  },
  {
    name: 'picker-empty',
    open: async (world) => {
      const sheet = await openPicker(world, 'payoutCurrency');
      await sheet.search.fill('zzz');
      await expect(sheet.empty('zzz')).toBeVisible();
    },
  },
  { name: 'menu', open: async (world) => void (await openMenu(world)) },
  {
    name: 'menu-language',
    open: async (world) => {
      const sheet = await openMenu(world);
      await sheet.entry('language').click();
      await expect(sheet.language('Українська')).toBeVisible();
    },
  },
  {
    name: 'language',
    open: async ({ page }) => {
      await page.goto('/language');
      await expect(page.getByRole('button', { name: 'Українська' })).toBeVisible();
    },
  },
];
