import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { p2wpkh } from '@scure/btc-signer';
import { publicKeyToAddress } from 'viem/accounts';
import type { Config } from '../../config.ts';
import { bitcoinNetworks } from '../../providers/bitcoin/networks.ts';
import type { ChainName } from '../../providers/chain-settings.ts';
import { deriveDepositKey, readKeyPath } from '../../providers/deposit-key.ts';

type Keys = Pick<Config, 'BITCOIN_DEPOSIT_XPUB' | 'BITCOIN_NETWORK' | 'ETHEREUM_DEPOSIT_XPUB'>;

/** The address with a number, from the public half of the deposit key alone. */
export function deriveAddress(config: Keys, chain: ChainName, keyIndex: bigint): { address: string; keyPath: string } {
  const keyPath = readKeyPath(keyIndex).join('/');
  const extendedKey = chain === 'bitcoin' ? config.BITCOIN_DEPOSIT_XPUB : config.ETHEREUM_DEPOSIT_XPUB;
  const { publicKey } = deriveDepositKey(extendedKey, keyIndex);
  if (publicKey === null) throw new Error(`The deposit key of ${chain} has no public half.`);
  if (chain === 'bitcoin') {
    const { address } = p2wpkh(publicKey, bitcoinNetworks[config.BITCOIN_NETWORK]);
    if (address === undefined) throw new Error(`The deposit key of ${chain} gives no address.`);
    return { address, keyPath };
  }
  // Of the whole point: the short form of a key would give another address without a word.
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return { address: publicKeyToAddress(`0x${bytesToHex(point)}`), keyPath };
}
