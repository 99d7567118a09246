import { base58xmr } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { decodeWith, refused, valid, type AddressForm } from './address-form.ts';

/** Bytes of an address by its first one: standard, integrated with a payment id, subaddress. */
const lengths: ReadonlyMap<number, number> = new Map([
  [18, 69],
  [19, 77],
  [42, 69],
]);
const checksumBytes = 4;

/** Monero's mainnet addresses: base58 in blocks and a Keccak checksum. */
export const moneroForm: AddressForm = (text) => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text)) return refused('malformed');
  const bytes = decodeWith(base58xmr.decode, text);
  if (bytes === undefined) return refused('malformed');
  const sum = keccak_256(bytes.slice(0, -checksumBytes)).slice(0, checksumBytes);
  if (!sum.every((byte, index) => byte === bytes[bytes.length - checksumBytes + index])) return refused('checksum');
  const length = lengths.get(bytes[0] ?? 0);
  if (length === undefined) return refused('other_network');
  return bytes.length === length ? valid(text) : refused('malformed');
};
