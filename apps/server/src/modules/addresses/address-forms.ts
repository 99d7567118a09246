import { base32nopad, base58, base58xmr, base58xrp, base64url, bech32, bech32m } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { getAddress, isAddress } from 'viem';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** `other_network`: valid, but of another chain or of its test network. */
type AddressFault = 'malformed' | 'checksum' | 'other_network';

export type AddressVerdict = { isValid: true; address: string } | { isValid: false; reason: AddressFault };

/** Reads an address of one network as the client wrote it. */
export type AddressForm = (text: string) => AddressVerdict;

export const valid = (address: string): AddressVerdict => ({ isValid: true, address });
export const refused = (reason: AddressFault): AddressVerdict => ({ isValid: false, reason });

/** Bytes, or `undefined` where the library finds the text wrong. */
function decodeWith(decode: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

const base58Shape = /^[1-9A-HJ-NP-Za-km-z]{25,60}$/;
const base58ChecksumBytes = 4;

/**
 * Base58 with the double SHA-256 checksum: a version byte of the network and 20 bytes of hash.
 *
 * @param versions version bytes of the network
 */
export function base58Form(versions: readonly number[], alphabet: 'bitcoin' | 'ripple' = 'bitcoin'): AddressForm {
  const coder = alphabet === 'bitcoin' ? base58 : base58xrp;
  return (text) => {
    if (!base58Shape.test(text)) return refused('malformed');
    const bytes = decodeWith(coder.decode, text);
    if (bytes === undefined) return refused('malformed');
    const [content, sum] = [bytes.slice(0, -base58ChecksumBytes), bytes.slice(-base58ChecksumBytes)];
    const expected = sha256(sha256(content)).slice(0, base58ChecksumBytes);
    if (!sum.every((byte, index) => byte === expected[index])) return refused('checksum');
    if (content.length !== 21) return refused('malformed');
    return versions.includes(content[0] ?? -1) ? valid(text) : refused('other_network');
  };
}

/** Base58 of a public key of 32 bytes; it has no checksum (Solana). */
export const publicKeyForm: AddressForm = (text) => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return refused('malformed');
  return decodeWith(base58.decode, text)?.length === 32 ? valid(text) : refused('malformed');
};

const bech32Shape = /^(?:[a-z_]{1,30}1[02-9ac-hj-np-z]{6,120}|[A-Z_]{1,30}1[02-9AC-HJ-NP-Z]{6,120})$/;
const longest = 130;

/** Bech32 whose data is bytes: the prefix of a network and a check of the data behind it. */
export function bech32Form(prefix: string, isAllowed: (bytes: Uint8Array) => boolean): AddressForm {
  return (text) => {
    const small = text.toLowerCase();
    if (!bech32Shape.test(text)) return refused('malformed');
    const decoded = bech32.decodeUnsafe(small, longest);
    if (decoded === undefined) return refused('checksum');
    const bytes = bech32.fromWordsUnsafe(decoded.words);
    if (decoded.prefix !== prefix) return refused('other_network');
    return bytes && isAllowed(bytes) ? valid(small) : refused('malformed');
  };
}

/** Segregated witness addresses (BIP 173 and 350) of a network beside Bitcoin. */
export function witnessForm(prefix: string): AddressForm {
  return (text) => {
    const small = text.toLowerCase();
    if (!bech32Shape.test(text)) return refused('malformed');
    const [plain, modern] = [bech32.decodeUnsafe(small), bech32m.decodeUnsafe(small)];
    const decoded = plain ?? modern;
    if (decoded === undefined) return refused('checksum');
    if (decoded.prefix !== prefix) return refused('other_network');
    const [version = 99, ...words] = decoded.words;
    const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
    const isSound = version === 0 ? plain !== undefined && (length === 20 || length === 32) : modern !== undefined;
    return isSound && version <= 16 && length >= 2 && length <= 40 ? valid(small) : refused('checksum');
  };
}

const prefix = 'bitcoincash';
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const cashShape = /^(?:([a-z]+):)?([qpzry9x8gf2tvdw0s3jn54khce6mua7l]{42,112})$/;
const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
const checksumLetters = 8;

/**
 * Bitcoin Cash's own form with its 40-bit checksum (CashAddr), with or without its prefix. Legacy addresses look like
 * Bitcoin's and are refused.
 */
export const cashForm: AddressForm = (text) => {
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase();
  const [, given = prefix, data] = cashShape.exec(text.toLowerCase()) ?? [];
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

const polynomial = 0x10_21;

/** CRC-16/XMODEM, the checksum of Stellar and TON. */
function crc16(bytes: Uint8Array): number {
  let state = 0;
  for (const byte of bytes) {
    state ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) state = (state & 0x80_00) === 0 ? state << 1 : (state << 1) ^ polynomial;
    state &= 0xff_ff;
  }
  return state;
}

/** Ethereum and chains like it: letter case is the checksum (EIP-55), and text in one case has none. */
export const evmForm: AddressForm = (text) => {
  const [, digits] = /^0x([0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (digits === undefined) return refused('malformed');
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || isAddress(text) ? valid(getAddress(`0x${digits.toLowerCase()}`)) : refused('checksum');
};

/** Bytes of an address by its first one: standard, integrated with a payment id, subaddress. */
const lengths: ReadonlyMap<number, number> = new Map([
  [18, 69],
  [19, 77],
  [42, 69],
]);
const moneroChecksumBytes = 4;

/** Monero's mainnet addresses: base58 in blocks and a Keccak checksum. */
export const moneroForm: AddressForm = (text) => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text)) return refused('malformed');
  const bytes = decodeWith(base58xmr.decode, text);
  if (bytes === undefined) return refused('malformed');
  const sum = keccak_256(bytes.slice(0, -moneroChecksumBytes)).slice(0, moneroChecksumBytes);
  if (!sum.every((byte, index) => byte === bytes[bytes.length - moneroChecksumBytes + index]))
    return refused('checksum');
  const length = lengths.get(bytes[0] ?? 0);
  if (length === undefined) return refused('other_network');
  return bytes.length === length ? valid(text) : refused('malformed');
};

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

const accountVersion = 6 << 3;

/** Stellar's account ids (strkey, SEP-23): `G…`, with the checksum last and its low byte first. */
export const stellarForm: AddressForm = (text) => {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return refused('malformed');
  const bytes = decodeWith(base32nopad.decode, text);
  if (bytes?.length !== 35 || bytes[0] !== accountVersion) return refused('malformed');
  const [low = 0, high = 0] = bytes.slice(33);
  return crc16(bytes.slice(0, 33)) === low + high * 256 ? valid(text) : refused('checksum');
};

const bounceable = 0x11;
const notBounceable = 0x51;
const testOnly = 0x80;

/** TON's friendly form (TEP-2): 36 bytes in base64 with flags, workchain, account and checksum. */
export const tonForm: AddressForm = (text) => {
  if (!/^[\w+/-]{48}$/.test(text)) return refused('malformed');
  const usual = text.replaceAll('+', '-').replaceAll('/', '_');
  const bytes = decodeWith(base64url.decode, usual);
  if (bytes?.length !== 36) return refused('malformed');
  const [flags = 0, workchain = 0] = bytes;
  const [high = 0, low = 0] = bytes.slice(34);
  if (crc16(bytes.slice(0, 34)) !== high * 256 + low) return refused('checksum');
  if (flags === (bounceable | testOnly) || flags === (notBounceable | testOnly)) return refused('other_network');
  if (flags !== bounceable && flags !== notBounceable) return refused('malformed');
  return workchain === 0 || workchain === 0xff ? valid(usual) : refused('malformed');
};
