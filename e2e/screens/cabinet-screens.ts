import { expect } from '@playwright/test';
import { balanceDeposit } from '../pages/balance-deposit.ts';
import { home } from '../pages/home.ts';
import { operations } from '../pages/operations.ts';
import { say } from '../say.ts';
import { topUp } from '../steps/top-up.ts';
import type { Screen } from './screen.ts';

/** What a client has, what came and went, and where money comes in. */
export const cabinetScreens: readonly Screen[] = [
  {
    name: 'balance-empty',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/balance');
      await expect(home(page).empty).toBeVisible();
    },
  },
  {
    name: 'operations-empty',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/balance/operations');
      await expect(operations(page).empty).toBeVisible();
    },
  },
  {
    name: 'balance',
    looker: 'client',
    open: async ({ page, api, sandbox, client }) => {
      await topUp(api, sandbox, await client(), '150');
      await page.goto('/balance');
      await expect(home(page).total).toContainText(/1\d\d[.,]?\d* EUR/);
      await expect(operations(page).rows.first()).toBeVisible();
    },
  },
  {
    name: 'operations',
    looker: 'client',
    open: async ({ page, api, sandbox, client }) => {
      await topUp(api, sandbox, await client(), '150');
      await page.goto('/balance/operations');
      await expect(operations(page).rows.first()).toBeVisible();
    },
  },
  {
    name: 'operations-statement',
    looker: 'client',
    open: async ({ page, api, sandbox, client }) => {
      await topUp(api, sandbox, await client(), '150');
      await page.goto('/balance/operations');
      await operations(page).statement.click();
      await expect(operations(page).download).toBeVisible();
    },
  },
  {
    name: 'deposit',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/balance/deposit?depositCurrency=BTC');
      await expect(balanceDeposit(page).code).toBeVisible();
    },
  },
  {
    name: 'deposit-by-order',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/balance/deposit?depositCurrency=EUR');
      await expect(balanceDeposit(page).order).toBeVisible();
    },
  },
  {
    name: 'destinations',
    looker: 'client',
    open: async ({ page }) => {
      await page.goto('/settings/destinations');
      await expect(page.getByText(say('tpl:settings:destinations:empty'))).toBeVisible();
    },
  },
];
