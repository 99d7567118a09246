import { createHash } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';

/** An account that the sandbox itself owns, the same for the same name. */
export function evmKey(name: string): PrivateKeyAccount {
  return privateKeyToAccount(`0x${createHash('sha256').update(`causeway-sandbox-evm:${name}`).digest('hex')}`);
}
