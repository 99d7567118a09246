import { bytesToHex } from '@noble/hashes/utils.js';
import type { Config } from '../../config/config.ts';
import { deriveDepositKey } from '../../providers/deposit-key.ts';
import { createEvmWallet, type EvmWallet } from '../../providers/evm/wallet.ts';

const hotWallets = new WeakMap<Config, EvmWallet>();

/** The account that pays out and that all deposits are collected on. */
export function hotWallet(config: Config): EvmWallet {
  const wallet = hotWallets.get(config) ?? createEvmWallet(config.ETHEREUM_WALLET_KEY, config);
  hotWallets.set(config, wallet);
  return wallet;
}

/**
 * The account of a deposit address.
 *
 * @throws Error where the private half of the deposit key is not configured
 */
export function depositWallet(config: Config, keyIndex: bigint): EvmWallet {
  const { ETHEREUM_DEPOSIT_XPRV } = config;
  if (ETHEREUM_DEPOSIT_XPRV === undefined) throw new Error('Collecting needs ETHEREUM_DEPOSIT_XPRV.');
  const { privateKey } = deriveDepositKey(ETHEREUM_DEPOSIT_XPRV, keyIndex);
  if (privateKey === null) throw new Error('Collecting needs ETHEREUM_DEPOSIT_XPRV.');
  return createEvmWallet(bytesToHex(privateKey), config);
}
