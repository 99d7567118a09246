import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

const base58 = createBase58check(sha256);
const segwit = /^(?:(?:bc|tb|bcrt|ltc|tltc|rltc)1[02-9ac-hj-np-z]+|(?:BC|TB|BCRT|LTC|TLTC|RLTC)1[02-9AC-HJ-NP-Z]+)$/;

/** Whether an address of Bitcoin, Litecoin, Ethereum or Tron fits its checksum. */
export function hasRightChecksum(address: string): boolean {
  if (address.startsWith('0x')) return isRightlyCased(address.slice(2));
  if (segwit.test(address)) return (bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address)) !== undefined;
  try {
    base58.decode(address);
    return true;
  } catch {
    return false;
  }
}

/** ERC-55: the case of the letters is the checksum; an address in one case has none. */
function isRightlyCased(digits: string): boolean {
  if (!/[a-f]/.test(digits) || !/[A-F]/.test(digits)) return true;
  const sum = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())));
  return [...digits].every(
    (digit, index) => /\d/.test(digit) || /[A-F]/.test(digit) === Number.parseInt(sum[index] ?? '', 16) >= 8,
  );
}
