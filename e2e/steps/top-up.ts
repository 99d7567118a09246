import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { findPayment } from './find-payment.ts';
import type { ApiClient, ProductApi } from './product-api.ts';

/** Fills a balance of a client by an order that is paid by card: that of euros, unless another is named. */
export async function topUp(
  api: ProductApi,
  sandbox: SandboxDriver,
  client: ApiClient,
  amount: string,
  currency = 'EUR',
): Promise<void> {
  const preorder = { payout_currency: currency, payout_group: 'balance', payin_amount: amount };
  const niceId = await api.placeOrder(client, preorder);
  await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved');
  await api.waitForOrder(niceId, client, { status: 'finished' });
}
