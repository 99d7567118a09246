import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { decision } from '../pages/decision.ts';
import { deposit } from '../pages/deposit.ts';
import type { ApiClient } from './product-api.ts';
import { openOrder, type OpenOrderOptions } from './open-order.ts';

type Opened = Promise<{ niceId: string; client: ApiClient }>;

/** What sells 0.005 BTC to a bank account, in wire form. */
export const coinsToBank = {
  payin_currency: 'BTC',
  payin_group: 'bitcoin',
  payin_amount: '0.005',
  payout_currency: 'EUR',
  payout_group: 'sepa',
  iban: 'DE89370400440532013000',
  beneficiary_account: 'Sam Sandbox',
};

/** Opens an order of 250 EUR that waits for a bank transfer. */
export async function openTransferOrder(options: Omit<OpenOrderOptions, 'wish'>): Opened {
  const opened = await openOrder({ ...options, preorder: { payin_group: 'sepa' } });
  await expect(bankTransfer(options.page).heading('250 EUR')).toBeVisible();
  return opened;
}

/** Opens an order that sells 0.005 BTC to a bank account, its address on screen. */
export async function openDepositOrder(options: Omit<OpenOrderOptions, 'wish'>): Opened {
  const opened = await openOrder({ ...options, preorder: coinsToBank });
  await expect(deposit(options.page).code).toBeVisible({ timeout: 20_000 });
  return opened;
}

/** Chooses the refund of an open question, and waits until the money is on its way from the bank. */
export async function reversePayment(
  { page }: Pick<OpenOrderOptions, 'page'>,
  sandbox: SandboxDriver,
  { niceId, shown, amount }: { niceId: string; shown: string; amount: string },
): Promise<void> {
  const question = decision(page);
  await question.sendBack(shown).click();
  await question.sure.click();
  await expectReturned(sandbox, niceId, amount);
}

/** The bank has returned that much of the order's one transfer. */
export async function expectReturned(sandbox: SandboxDriver, niceId: string, amount: string): Promise<void> {
  await expect
    .poll(async () => (await sandbox.bankTransfers(niceId)).map((transfer) => transfer.returned_amount), {
      timeout: 20_000,
    })
    .toEqual([amount]);
}
