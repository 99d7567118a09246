import { p2wpkh } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { regtest } from './network.ts';

export type WalletKey = { privateKey: Uint8Array; publicKey: Uint8Array; address: string; script: Uint8Array };

/** A P2WPKH key that the sandbox itself owns, the same for the same seed and name. */
export function walletKey(seed: string, name: string): WalletKey {
  const privateKey = sha256(utf8ToBytes(`causeway-sandbox:${seed}:${name}`));
  const publicKey = secp256k1.getPublicKey(privateKey, true);
  const payment = p2wpkh(publicKey, regtest);
  return { privateKey, publicKey, address: payment.address, script: payment.script };
}
