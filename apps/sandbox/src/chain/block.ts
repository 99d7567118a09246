import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { ChainTransaction } from './transaction.ts';
import { hashId } from './transaction.ts';

export type Header = {
  version: number;
  previous: string;
  merkleRoot: string;
  time: number;
  bits: number;
  nonce: number;
};
export type Block = Header & { hash: string; height: number; transactions: ChainTransaction[] };

/** The 80 bytes of a header, whose double hash is the block's hash. */
export function encodeHeader(header: Header): Uint8Array {
  const bytes = new Uint8Array(80);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, header.version, true);
  bytes.set(reversed(header.previous), 4);
  bytes.set(reversed(header.merkleRoot), 36);
  view.setUint32(68, header.time, true);
  view.setUint32(72, header.bits, true);
  view.setUint32(76, header.nonce, true);
  return bytes;
}

/** Seals a header over its transactions. Nobody searches for a nonce: the hash is real, the work is not. */
export function sealBlock(height: number, header: Omit<Header, 'merkleRoot'>, transactions: ChainTransaction[]): Block {
  const full = { ...header, merkleRoot: merkleRoot(transactions.map((transaction) => transaction.txid)) };
  return { ...full, hash: hashId(encodeHeader(full)), height, transactions };
}

export function merkleRoot(txids: string[]): string {
  let level = txids.map(reversed);
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] ?? new Uint8Array(32);
      next.push(sha256(sha256(concatBytes(left, level[index + 1] ?? left))));
    }
    level = next;
  }
  const [root = new Uint8Array(32)] = level;
  return bytesToHex(root.toReversed());
}

function reversed(hex: string): Uint8Array {
  return hexToBytes(hex).toReversed();
}
