import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { cardForm } from '../pages/card-form.ts';
import { decision } from '../pages/decision.ts';
import { deposit } from '../pages/deposit.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { exchange } from '../pages/exchange.ts';
import { walletConnect } from '../pages/wallet-connect.ts';
import { say } from '../say.ts';
import { openOrder } from '../steps/open-order.ts';
import { coinsToBank } from '../steps/open-paid-outside.ts';
import { sendTransfer } from '../steps/send-transfer.ts';
import { fillAddress } from '../steps/fill-address.ts';
import type { ApiClient } from '../steps/product-api.ts';
import type { Screen, ScreenWorld } from './screen.ts';

interface OpenedOrder {
  niceId: string;
  client: ApiClient;
  /** The payment at the acquirer. */
  paymentId: string;
}

/** Places an order that waits for its payment. */
async function placeOrder({ api, sandbox, ...world }: ScreenWorld): Promise<OpenedOrder> {
  const client = await world.client();
  const niceId = await api.placeOrder(client);
  const [made] = await sandbox.acquirerPayments(niceId);
  if (!made) throw new Error(`The order ${niceId} has no payment.`);
  return { niceId, client, paymentId: made.id };
}

/** Mines until the order is finished. */
async function finishOrder({ api, sandbox }: ScreenWorld, { niceId, client }: OpenedOrder): Promise<void> {
  const mining = setInterval(() => void sandbox.mine('bitcoin', 1), 500);
  try {
    await api.waitForOrder(niceId, client, { status: 'finished' });
  } finally {
    clearInterval(mining);
  }
}

const show = ({ page }: ScreenWorld, { niceId }: OpenedOrder) => page.goto(`/order-status/${niceId}`);

/** The client signed in by a code, and is offered a quicker way in. */
async function withoutPassword(page: Page): Promise<void> {
  await page.route(/\/onramp\/client(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { client } = z.object({ client: z.looseObject({}) }).parse(await response.json());
    await route.fulfill({ response, json: { success: 1, client: { ...client, is_password_set: 0 } } });
  });
}

/** Payment and order. */
export const orderScreens: readonly Screen[] = [
  {
    name: 'payment-redirect',
    looker: 'client',
    open: async (world) => {
      const { page, sandbox } = world;
      // The payment page has nothing to show, so that the browser keeps the last screen before it.
      await page.route('**/acquirer/pay/**', (route) => route.fulfill({ status: 204 }));
      await page.goto('/');
      await exchange(page).buy.click();
      await fillAddress(page, sandbox);
      await expect(payment(page).leaving).toBeVisible();
    },
  },
  {
    name: 'payment-open',
    looker: 'client',
    open: async (world) => {
      await show(world, await placeOrder(world));
      await expect(payment(world.page).openHeading).toBeVisible();
    },
  },
  {
    name: 'payment-wait',
    looker: 'client',
    open: async (world) => {
      const opened = await placeOrder(world);
      await world.sandbox.settlePayment(opened.paymentId, 'challenge');
      await world.api.waitForOrder(opened.niceId, opened.client, { payment_status: 'challenge' });
      await show(world, opened);
      await expect(payment(world.page).waitHeading).toBeVisible();
    },
  },
  {
    name: 'payment-declined',
    looker: 'client',
    open: async (world) => {
      const opened = await placeOrder(world);
      await world.sandbox.settlePayment(opened.paymentId, 'insufficient_funds');
      await world.api.waitForOrder(opened.niceId, opened.client, { payment_status: 'declined' });
      await show(world, opened);
      await expect(payment(world.page).declinedHeading).toBeVisible();
    },
  },
  {
    name: 'payment-bank',
    looker: 'client',
    open: async (world) => {
      await openOrder({ ...world, client: await world.client(), preorder: { payin_group: 'sepa' } });
      await expect(bankTransfer(world.page).code).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'payment-deposit',
    looker: 'client',
    open: async (world) => {
      await openOrder({ ...world, client: await world.client(), preorder: coinsToBank });
      await expect(deposit(world.page).code).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'payment-connect',
    looker: 'client',
    open: async (world) => {
      const preorder = { ...coinsToBank, payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.1' };
      await openOrder({ ...world, client: await world.client(), preorder });
      await walletConnect(world.page).open.click({ timeout: 20_000 });
      await expect(walletConnect(world.page).code).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'payment-card',
    looker: 'client',
    open: async (world) => {
      await openOrder({ ...world, client: await world.client(), preorder: { payin_currency: 'GBP' } });
      await expect(cardForm(world.page).number).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'order-decision',
    looker: 'client',
    open: async (world) => {
      await openOrder({ ...world, client: await world.client(), preorder: { payin_group: 'sepa' } });
      await expect(bankTransfer(world.page).reference).toBeVisible({ timeout: 20_000 });
      await sendTransfer(world.page, world.sandbox, '100.00');
      await expect(decision(world.page).partial('100 EUR', '250 EUR')).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'order-cancel',
    looker: 'client',
    open: async (world) => {
      await show(world, await placeOrder(world));
      await order(world.page).cancel.click();
      await expect(order(world.page).cancelYes).toBeVisible();
    },
  },
  {
    name: 'order-canceled',
    looker: 'client',
    open: async (world) => {
      await show(world, await placeOrder(world));
      await order(world.page).cancel.click();
      await order(world.page).cancelYes.click();
      await expect(order(world.page).canceled).toBeVisible();
    },
  },
  {
    name: 'order-progress',
    looker: 'client',
    open: async (world) => {
      const opened = await placeOrder(world);
      await world.sandbox.settlePayment(opened.paymentId, 'approved');
      await world.api.waitForOrder(opened.niceId, opened.client, { status: 'processing' });
      await show(world, opened);
      await expect(order(world.page).transaction).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'order-finished',
    looker: 'client',
    open: async (world) => {
      const opened = await placeOrder(world);
      await world.sandbox.settlePayment(opened.paymentId, 'approved');
      await finishOrder(world, opened);
      await withoutPassword(world.page);
      await show(world, opened);
      await expect(order(world.page).finished).toBeVisible();
      await expect(world.page.getByRole('button', { name: say('tpl:order:offer_password') })).toBeVisible();
    },
  },
  {
    name: 'order-visitor',
    open: async (world) => {
      await show(world, await placeOrder(world));
      await expect(order(world.page).logIn).toBeVisible();
    },
  },
  {
    name: 'order-not-found',
    open: async ({ page }) => {
      await page.goto('/order-status/CWNOSUCHORDER00000');
      await expect(order(page).notFound).toBeVisible();
    },
  },
];
