import { startStack } from './stack.ts';

/** Starts the product once for all browser tests; its addresses reach them by the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startStack();
  process.env['E2E_PRODUCT_URL'] = stack.productUrl;
  process.env['E2E_SANDBOX_URL'] = stack.sandboxUrl;
  process.env['E2E_PARTNER_URL'] = stack.partnerUrl;
  return () => stack.stop();
}
