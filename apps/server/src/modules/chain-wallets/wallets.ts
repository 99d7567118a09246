import { bytesToHex } from '@noble/hashes/utils.js';
import type { Config } from '../../config/config.ts';
import type { ChainName } from '../../config/config-chains.ts';
import type { AppContext } from '../../context.ts';
import { createWallet } from '../../providers/bitcoin/wallet.ts';
import { deriveDepositKey } from '../../providers/deposit-key.ts';
import { createEvmWallet, type EvmWallet } from '../../providers/evm/wallet.ts';

const hotWallets = new WeakMap<Config, EvmWallet>();

/** The account that pays out and that all deposits are collected on. */
export function hotWallet(config: Config): EvmWallet {
  const wallet = hotWallets.get(config) ?? createEvmWallet(config.ETHEREUM_WALLET_KEY, config);
  hotWallets.set(config, wallet);
  return wallet;
}

const walletAddresses: Readonly<Record<ChainName, (config: Config) => string>> = {
  bitcoin: (config) => createWallet(config).address,
  ethereum: (config) => hotWallet(config).address,
};

/** The address that payouts on a chain are funded at. */
export function walletAddress(config: Config, chain: ChainName): string {
  return walletAddresses[chain](config);
}

const nonceReaders: Readonly<Record<ChainName, (context: Tools) => Promise<number | undefined>>> = {
  bitcoin: async () => undefined,
  ethereum: async ({ providers, config }) => providers.evm.getNonce(hotWallet(config).address),
};
type Tools = Pick<AppContext, 'config' | 'providers'>;

/**
 * The number that the hot wallet's next transaction has on the chain; `undefined` where transactions have none.
 *
 * @throws ProviderError
 */
export async function readNextNonce(context: Tools, chain: ChainName): Promise<number | undefined> {
  return nonceReaders[chain](context);
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
