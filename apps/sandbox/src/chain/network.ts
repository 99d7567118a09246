import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Bitcoin Core's regtest parameters. */
const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

/** The output script of an address, or undefined when it is not a regtest address. */
export function scriptOf(address: string): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(regtest).decode(address));
  } catch {
    return undefined;
  }
}

/** The address of an output script, where it has one. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    const decoded = OutScript.decode(script);
    if (
      decoded.type === 'pk' ||
      decoded.type === 'ms' ||
      decoded.type === 'tr_ns' ||
      decoded.type === 'tr_ms' ||
      decoded.type === 'unknown'
    )
      return undefined;
    return Address(regtest).encode(decoded);
  } catch {
    return undefined;
  }
}

/** Bitcoin Core's name for the kind of an output script. */
export function scriptTypeOf(script: Uint8Array): string {
  const hex = bytesToHex(script);
  if (/^0014.{40}$/.test(hex)) return 'witness_v0_keyhash';
  if (/^0020.{64}$/.test(hex)) return 'witness_v0_scripthash';
  if (/^5120.{64}$/.test(hex)) return 'witness_v1_taproot';
  if (/^76a914.{40}88ac$/.test(hex)) return 'pubkeyhash';
  if (/^a914.{40}87$/.test(hex)) return 'scripthash';
  if (hex.startsWith('6a')) return 'nulldata';
  if (/^(21.{66}|41.{130})ac$/.test(hex)) return 'pubkey';
  return 'nonstandard';
}

export type WalletKey = { privateKey: Uint8Array; publicKey: Uint8Array; address: string; script: Uint8Array };

/** A P2WPKH key that the sandbox itself owns, the same for the same seed and name. */
export function walletKey(seed: string, name: string): WalletKey {
  const privateKey = sha256(utf8ToBytes(`causeway-sandbox:${seed}:${name}`));
  const publicKey = secp256k1.getPublicKey(privateKey, true);
  const payment = p2wpkh(publicKey, regtest);
  return { privateKey, publicKey, address: payment.address, script: payment.script };
}
