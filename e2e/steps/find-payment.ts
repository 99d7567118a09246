import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';

/** The number of an order's payment at the acquirer, once it is there. */
export async function findPayment(sandbox: SandboxDriver, niceId: string): Promise<string> {
  let id = '';
  await expect(async () => {
    id = (await sandbox.acquirerPayments(niceId))[0]?.id ?? '';
    expect(id).not.toBe('');
  }, `a payment of order ${niceId}`).toPass({ timeout: 15_000, intervals: [200] });
  return id;
}
