import { bech32 } from '@scure/base';
import { refused, valid, type AddressForm } from './address-form.ts';

const prefix = 'bitcoincash';
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const shape = /^(?:([a-z]+):)?([qpzry9x8gf2tvdw0s3jn54khce6mua7l]{42,112})$/;
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const checksumLetters = 8;

/** Bitcoin Cash's own form with its 40-bit checksum (CashAddr), with or without its prefix. Old ones look like Bitcoin's and are refused. */
export const cashForm: AddressForm = (text) => {
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase();
  const [, given = prefix, data] = shape.exec(text.toLowerCase()) ?? [];
  if (data === undefined || !isOneCase) return refused('malformed');
  const words = [...data].map((letter) => letters.indexOf(letter));
  if (checksum([...[...given].map((letter) => letter.charCodeAt(0) % 32), 0, ...words]) !== 0n)
    return refused('checksum');
  if (given !== prefix) return refused('other_network');
  const [version = 255, ...hash] = bech32.fromWordsUnsafe(words.slice(0, -checksumLetters)) ?? [];
  // Types: 0 a key, 1 a script; both with 20 bytes here.
  const isKnown = (version === 0 || version === 8) && hash.length === 20;
  return isKnown ? valid(`${prefix}:${data}`) : refused('malformed');
};

function checksum(words: readonly number[]): bigint {
  let state = 1n;
  for (const word of words) {
    const top = state >> 35n;
    state = ((state & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of generators.entries()) if ((top >> BigInt(bit)) & 1n) state ^= generator;
  }
  return state ^ 1n;
}
