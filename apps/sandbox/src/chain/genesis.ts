import { sealBlock } from './block.ts';
import type { Block } from './block.ts';
import { coinbaseId, decodeTransaction } from './transaction.ts';

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
