import type { Chain, SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect, type Locator } from '@playwright/test';

/** Mines block after block until a locator shows: the payout is sent and confirmed in its own time. */
export async function mineUntil(sandbox: SandboxDriver, shown: Locator, chain: Chain = 'bitcoin'): Promise<void> {
  await expect(async () => {
    await sandbox.mine(chain, 1);
    await expect(shown).toBeVisible({ timeout: 700 });
  }).toPass({ timeout: 45_000, intervals: [0] });
}
