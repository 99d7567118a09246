import type { BrowserContext, Page } from '@playwright/test';
import type { ApiClient, ProductApi } from './product-api.ts';
import { signIn } from './sign-in.ts';

export interface OpenOrderOptions {
  page: Page;
  context: BrowserContext;
  api: ProductApi;
  /** Who places it; a new client when left out. */
  client?: ApiClient;
  /** Parts of the order in wire form. */
  preorder?: Readonly<Record<string, string>>;
}

/** Places an order without a browser and opens its page as its client. */
export async function openOrder(options: OpenOrderOptions): Promise<{ niceId: string; client: ApiClient }> {
  const { page, context, api } = options;
  const client = options.client ?? (await api.register());
  const niceId = await api.placeOrder(client, options.preorder);
  await signIn(context, client);
  await page.goto(`/order-status/${niceId}`);
  return { niceId, client };
}
