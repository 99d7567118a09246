import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';
import type { ApiClient, ProductApi } from './product-api.ts';

/** Fills the EUR balance of a client by an order that is paid by card. */
export async function topUp(api: ProductApi, sandbox: SandboxDriver, client: ApiClient, amount: string): Promise<void> {
  const wish = { payout_currency: 'EUR', payout_group: 'balance', payin_amount: amount };
  const niceId = await api.placeOrder(client, wish);
  await expect(async () => {
    const [payment] = await sandbox.acquirerPayments(niceId);
    expect(payment, 'the payment of the top-up').toBeDefined();
    if (payment) await sandbox.settlePayment(payment.id, 'approved');
  }).toPass({ timeout: 15_000, intervals: [200] });
  await api.waitForOrder(niceId, client, { status: 'finished' });
}
