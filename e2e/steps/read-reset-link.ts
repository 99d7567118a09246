import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { expect } from '@playwright/test';

/** Path of the link for a new password, from the newest e-mail to an address. */
export async function readResetLink(sandbox: SandboxDriver, email: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const [message] = await sandbox.inbox(email);
    link = /\/login\?step=reset&token=[\w-]+/.exec(message?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }, `a letter with a link for ${email}`).toPass({ intervals: [100, 200], timeout: 30_000 });
  return link;
}
