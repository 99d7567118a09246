import type { SandboxDriver } from '@causeway/testing/sandbox-driver';
import type { Scope } from '../pages/scope.ts';
import { bankTransfer } from '../pages/bank-transfer.ts';

/**
 * Sends a transfer to the requisites on screen, as a person reads them; `mistakes` are fields that the person gets
 * wrong.
 */
export async function sendTransfer(
  scope: Scope,
  sandbox: SandboxDriver,
  amount: string,
  mistakes: { iban?: string; reference?: string } = {},
): Promise<void> {
  const { iban, reference } = bankTransfer(scope);
  await sandbox.bankTransfer({
    iban: ((await iban.textContent()) ?? '').replaceAll(/\s/g, ''),
    reference: ((await reference.textContent()) ?? '').trim(),
    amount,
    currency: 'EUR',
    sender_name: 'Sam Sandbox',
    sender_iban: 'DE89370400440532013000',
    ...mistakes,
  });
}
