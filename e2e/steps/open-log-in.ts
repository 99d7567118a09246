import { expect } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import type { Scope } from '../pages/scope.ts';

/** Opens the log-in of a frame; a press before its application has started is made again. */
export async function openLogIn(widget: Scope): Promise<void> {
  await expect(async () => {
    if (!(await auth(widget).email.isVisible())) await exchange(widget).logIn.click({ timeout: 5000 });
    await expect(auth(widget).email).toBeVisible({ timeout: 5000 });
  }, 'the log-in').toPass({ timeout: 120_000 });
}
