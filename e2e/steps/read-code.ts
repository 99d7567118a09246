import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';

/** The newest code that was sent to an address. */
export async function readCode(sandbox: SandboxDriver, email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    code = (await sandbox.inbox(email)).find((message) => message.code)?.code ?? '';
    expect(code).toMatch(/^\d{6}$/);
  }, `a letter with a code for ${email}`).toPass({ intervals: [100, 200], timeout: 10_000 });
  return code;
}
