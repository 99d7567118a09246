import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { Page } from '@playwright/test';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { order } from '../pages/order.ts';
import { walletConnect } from '../pages/wallet-connect.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder, type OpenOrderOptions } from '../steps/open-order.ts';
import { coinsToBank } from '../steps/open-paid-outside.ts';

const ether = { ...coinsToBank, payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.1' };
const tether = { ...ether, payin_currency: 'USDT', payin_amount: '500' };

/** Opens an order that is paid on Ethereum, and the code of its connection. @returns what the code says */
async function openConnection(options: OpenOrderOptions, preorder = ether): Promise<string> {
  await options.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openOrder({ ...options, preorder });
  await walletConnect(options.page).open.click({ timeout: 20_000 });
  return readConnection(options.page);
}

async function readConnection(page: Page): Promise<string> {
  const screen = walletConnect(page);
  await expect(screen.code).toBeVisible({ timeout: 20_000 });
  await screen.copy.click();
  const uri = await page.evaluate(() => navigator.clipboard.readText());
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  await expect(screen.link).toHaveAttribute('href', uri);
  return uri;
}

/** What the wallet was asked to sign since the test began. */
async function watchAsked(sandbox: SandboxDriver) {
  const before = (await sandbox.walletAsked()).asked.length;
  return async () => (await sandbox.walletAsked()).asked.slice(before).map(([transaction]) => transaction);
}

test.describe('5-E15 paying in coins out of a connected wallet', () => {
  test('a wallet scans the code, sends what the order asks for, and the order moves on by the chain', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const asked = await watchAsked(sandbox);
    const uri = await openConnection({ page, context, api });
    expect(await findViolations(page)).toEqual([]);
    await sandbox.connectWallet(uri);
    const screen = walletConnect(page);
    await expect(screen.sent.or(deposit(page).seen)).toBeVisible({ timeout: 20_000 });
    await expect(deposit(page).seen).toBeVisible({ timeout: 20_000 });
    await expect(screen.sheet, 'the order has its coins').toBeHidden();
    const [transaction, ...more] = await asked();
    expect(transaction).toMatchObject({ value: '0x16345785d8a0000', data: '0x' });
    expect(more, 'one transaction').toEqual([]);
    await mineUntil(sandbox, order(page).finished, 'ethereum');
    await checkBooks();
    const { heard } = await sandbox.walletAsked();
    expect(heard, 'the relay').toContain('message');
    for (const known of ['rpcMethods', 'chainId', 'contractAddresses', 'txHashes', 'attestation'])
      expect(heard, 'the relay cannot see what the wallet is asked for').not.toContain(known);
  });

  test('a token is sent by its contract; the second press asks first', async ({ page, context, api, sandbox }) => {
    const asked = await watchAsked(sandbox);
    const uri = await openConnection({ page, context, api }, tether);
    await sandbox.connectWallet(uri, 'silent');
    const screen = walletConnect(page);
    await expect(screen.asking).toBeVisible({ timeout: 20_000 });
    await expect.poll(asked).toMatchObject([
      {
        to: '0x69B7Bd3a0aF3213cEE8f350F88645A818Bb025bD',
        value: '0x0',
        data: expect.stringMatching(/^0xa9059cbb0{24}[0-9a-f]{40}0{56}1dcd6500$/),
      },
    ]);
    await page.keyboard.press('Escape');
    await expect(screen.sheet).toBeHidden();
    await screen.open.click();
    await expect(screen.maySent).toBeVisible();
    expect(await asked(), 'nothing is asked by the press').toHaveLength(1);
    const second = await context.newPage();
    await second.goto(page.url());
    await walletConnect(second).open.click({ timeout: 20_000 });
    await expect(walletConnect(second).maySent, 'another tab').toBeVisible();
    await second.close();
    await screen.askAgain.click();
    await sandbox.connectWallet(await readConnection(page), 'declines');
    await expect(screen.refusedAgain, 'the first may have sent it').toBeVisible({ timeout: 20_000 });
    await screen.tryAgain.click();
    await screen.askAgain.click();
    await sandbox.connectWallet(await readConnection(page), 'pays');
    await expect(deposit(page).seen).toBeVisible({ timeout: 20_000 });
    expect(await asked()).toHaveLength(3);
  });

  test('what the person declines is said, and can be tried again', async ({ page, context, api, sandbox }) => {
    const uri = await openConnection({ page, context, api });
    await sandbox.connectWallet(uri, 'rejects');
    const screen = walletConnect(page);
    await expect(screen.refused, 'the connection').toBeVisible({ timeout: 20_000 });
    await screen.tryAgain.click();
    await sandbox.connectWallet(await readConnection(page), 'unable');
    await expect(screen.unable, 'a wallet that lets no page ask').toBeVisible({ timeout: 20_000 });
    await screen.tryAgain.click();
    await sandbox.connectWallet(await readConnection(page), 'declines');
    await expect(screen.refused, 'the transaction').toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    await screen.open.click();
    await expect(screen.code, 'nothing may have been sent').toBeVisible({ timeout: 20_000 });
  });

  test('a wallet on another network is asked to change, and says so where it does not', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const asked = await watchAsked(sandbox);
    const uri = await openConnection({ page, context, api });
    await sandbox.connectWallet(uri, 'elsewhere');
    const screen = walletConnect(page);
    await expect(screen.elsewhere).toBeVisible({ timeout: 20_000 });
    expect(await asked()).toEqual([]);
    await screen.tryAgain.click();
    await sandbox.connectWallet(await readConnection(page), 'moves');
    await expect(deposit(page).seen).toBeVisible({ timeout: 20_000 });
    expect(await asked()).toHaveLength(1);
  });

  test('where the relay is away that is said, and the address is still there', async ({ page, context, api }) => {
    await page.routeWebSocket(/\/walletconnect\/relay/, () => undefined);
    await page.setViewportSize({ width: 320, height: 640 });
    await openOrder({ page, context, api, preorder: ether });
    const screen = walletConnect(page);
    await screen.open.click({ timeout: 20_000 });
    await expect(screen.away).toBeVisible({ timeout: 30_000 });
    expect(await findMisfits(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(deposit(page).code).toBeVisible();
    await expect(screen.open).toBeFocused();
  });
});
