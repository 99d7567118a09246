import { Address, OutScript } from '@scure/btc-signer';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bitcoin Core's regtest parameters. */
export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

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
