import { base58 } from '@scure/base';
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { decodeWith, refused, valid, type AddressForm } from './address-form.ts';

const polkadot = 0;
const accountBytes = 32;
const preamble = utf8ToBytes('SS58PRE');

/** SS58 with the prefix of Polkadot; the same account under another prefix is of another network. */
export const polkadotForm: AddressForm = (text) => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text)) return refused('malformed');
  const bytes = decodeWith(base58.decode, text);
  if (bytes === undefined) return refused('malformed');
  const prefixBytes = (bytes[0] ?? 0) < 64 ? 1 : 2;
  if (bytes.length !== prefixBytes + accountBytes + 2) return refused('malformed');
  const [first, second] = blake2b(concatBytes(preamble, bytes.slice(0, -2)), { dkLen: 64 });
  if (first !== bytes.at(-2) || second !== bytes.at(-1)) return refused('checksum');
  return prefixBytes === 1 && bytes[0] === polkadot ? valid(text) : refused('other_network');
};
