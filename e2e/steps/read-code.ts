import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';

/**
 * The newest code that was sent to an address.
 *
 * @param sent how many codes there must be by then: before the awaited one has come, the newest is an earlier one
 */
export async function readCode(sandbox: SandboxDriver, email: string, sent = 1): Promise<string> {
  let code = '';
  await expect(async () => {
    const codes = await listCodes(sandbox, email);
    expect(codes.length).toBeGreaterThanOrEqual(sent);
    code = codes.at(-1) ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }, `a letter with a code for ${email}`).toPass({ intervals: [100, 200], timeout: 30_000 });
  return code;
}

/** The codes that were sent to an address, oldest first. One e-mail may come twice, and holds one code. */
export async function listCodes(sandbox: SandboxDriver, email: string): Promise<string[]> {
  const messages = await sandbox.inbox(email);
  return [...new Set(messages.toReversed().flatMap(({ code }) => code ?? []))];
}
