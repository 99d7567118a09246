import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import type { Scope } from '../pages/scope.ts';
import { newEmail, password } from './new-email.ts';
import { readCode } from './read-code.ts';

/** Creates an account with a password on the open sign-in screen and confirms the e-mail. @returns the address */
export async function register(scope: Scope, sandbox: SandboxDriver): Promise<string> {
  const email = newEmail();
  const screen = auth(scope);
  await screen.usePassword.click();
  await screen.registerTab.click();
  await screen.email.fill(email);
  await screen.newPassword.fill(password);
  await screen.terms.check();
  await screen.register.click();
  await emailCode(scope).heading.waitFor();
  await emailCode(scope).code.fill(await readCode(sandbox, email));
  return email;
}
