import { RawOldTx } from '@scure/btc-signer/script.js';
import { bytesToHex, hexToBytes, utf8ToBytes, concatBytes } from '@noble/hashes/utils.js';
import type { ChainTransaction } from './transaction.ts';
import { coinbaseId, decodeTransaction } from './transaction.ts';

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
