import { base58, base58xrp } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { decodeWith, refused, valid, type AddressForm } from './address-form.ts';

const shape = /^[1-9A-HJ-NP-Za-km-z]{25,60}$/;
const checksumBytes = 4;

/**
 * Base58 with the double SHA-256 checksum: a version byte of the network and 20 bytes of hash.
 *
 * @param versions version bytes of the network
 */
export function base58Form(versions: readonly number[], alphabet: 'bitcoin' | 'ripple' = 'bitcoin'): AddressForm {
  const coder = alphabet === 'bitcoin' ? base58 : base58xrp;
  return (text) => {
    if (!shape.test(text)) return refused('malformed');
    const bytes = decodeWith(coder.decode, text);
    if (bytes === undefined) return refused('malformed');
    const [content, sum] = [bytes.slice(0, -checksumBytes), bytes.slice(-checksumBytes)];
    const expected = sha256(sha256(content)).slice(0, checksumBytes);
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
