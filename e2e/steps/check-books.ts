import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';

/** Mines and waits until nothing is under way; then the ledger must agree with the journal of what happened outside. */
export async function checkBooks(databaseUrl: string, sandbox: SandboxDriver): Promise<void> {
  await expect(async () => {
    await Promise.all([sandbox.mine('bitcoin', 1), sandbox.mine('ethereum', 1)]);
    expect(await compareLedgerWithJournal(databaseUrl, sandbox)).toEqual([]);
  }, 'the ledger and the journal').toPass({ timeout: 45_000, intervals: [200, 400] });
}
