import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { address } from '../pages/address.ts';
import type { Scope } from '../pages/scope.ts';

/** Fills in a fresh Bitcoin address with all consents and goes on. @returns the address */
export async function fillAddress(scope: Scope, sandbox: SandboxDriver): Promise<string> {
  const destination = await sandbox.outsideAddress('bitcoin');
  const screen = address(scope);
  await screen.field.fill(destination);
  await screen.submit.click();
  return destination;
}
