import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type ChainTransaction, coinbaseId, decodeTransaction, hashId } from './transaction.ts';
import { RawOldTx } from '@scure/btc-signer/script.js';

type Header = {
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

/** Seals a header over its transactions, without searching for a nonce: the hash is real, the work is not. */
export function sealBlock(height: number, header: Omit<Header, 'merkleRoot'>, transactions: ChainTransaction[]): Block {
  const full = { ...header, merkleRoot: merkleRoot(transactions.map((transaction) => transaction.txid)) };
  return { ...full, hash: hashId(encodeHeader(full)), height, transactions };
}

function merkleRoot(txids: string[]): string {
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

const coinbase =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

/** Difficulty bits of regtest. */
export const regtestBits = 0x20_7f_ff_ff;

/** The first block of every regtest chain. */
export function genesisBlock(): Block {
  const transaction = decodeTransaction(coinbase);
  if (transaction === undefined) throw new Error('the genesis transaction does not decode');
  return sealBlock(0, { version: 1, previous: coinbaseId, time: 1_296_688_602, bits: regtestBits, nonce: 2 }, [
    transaction,
  ]);
}

/** Pays a block's reward. Height and branch are inside, so that no two blocks ever share a coinbase id. */
export function coinbaseTransaction(
  height: number,
  branch: number,
  value: bigint,
  script: Uint8Array,
): ChainTransaction {
  const bytes = RawOldTx.encode({
    version: 2,
    inputs: [
      {
        txid: hexToBytes(coinbaseId),
        index: 0xff_ff_ff_ff,
        finalScriptSig: coinbaseScript(height, branch),
        sequence: 0xff_ff_ff_ff,
      },
    ],
    outputs: [{ amount: value, script }],
    lockTime: 0,
  });
  const transaction = decodeTransaction(bytesToHex(bytes));
  if (transaction === undefined) throw new Error('the coinbase does not decode');
  return transaction;
}

function coinbaseScript(height: number, branch: number): Uint8Array {
  const heightBytes = new Uint8Array(4);
  new DataView(heightBytes.buffer).setUint32(0, height, true);
  const text = utf8ToBytes(`sandbox/${branch}`);
  return concatBytes(new Uint8Array([4]), heightBytes, new Uint8Array([text.length]), text);
}
