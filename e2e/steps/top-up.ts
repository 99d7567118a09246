import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { BrowserContext } from '@playwright/test';
import { findPayment } from './find-payment.ts';
import type { ApiClient, ProductApi } from './product-api.ts';
import { signIn } from './sign-in.ts';

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

interface Signing {
  context: BrowserContext;
  api: ProductApi;
  sandbox: SandboxDriver;
}

/** Signs a browser in as a new client with euros on the balance. */
export async function signInWithBalance({ context, api, sandbox }: Signing, amount: string): Promise<ApiClient> {
  const client = await api.register();
  await topUp(api, sandbox, client, amount);
  await signIn(context, client);
  return client;
}
