import { bytesToHex } from '@noble/hashes/utils.js';
import type { Bitcoin } from '../bitcoin.ts';
import { scriptTypeOf } from '../network.ts';
import type { ChainTransaction, TxInput } from '../transaction.ts';
import { isCoinbase } from '../transaction.ts';

/** A transaction in the shape of getrawtransaction and decoderawtransaction. */
export function presentTransaction(transaction: ChainTransaction): Record<string, unknown> {
  const coinbase = isCoinbase(transaction);
  return {
    txid: transaction.txid,
    hash: transaction.wtxid,
    version: transaction.version,
    size: transaction.size,
    vsize: transaction.vsize,
    weight: transaction.weight,
    locktime: transaction.lockTime,
    vin: transaction.inputs.map((input) => presentInput(input, coinbase)),
    vout: transaction.outputs.map((output, n) => ({
      value: output.value,
      n,
      scriptPubKey: presentScript(output.script, output.address),
    })),
    hex: transaction.hex,
  };
}

/** The same with its place in the chain; a mempool transaction has no block, confirmations or time. */
export function presentWithBlock(bitcoin: Bitcoin, transaction: ChainTransaction): Record<string, unknown> {
  const block = bitcoin.chain.blockOf(transaction.txid);
  if (block === undefined) return presentTransaction(transaction);
  const confirmations = bitcoin.chain.height - block.height + 1;
  return {
    ...presentTransaction(transaction),
    blockhash: block.hash,
    confirmations,
    time: block.time,
    blocktime: block.time,
  };
}

export function presentScript(script: Uint8Array, address: string | undefined): Record<string, unknown> {
  const hex = bytesToHex(script);
  const desc = address === undefined ? `raw(${hex})` : `addr(${address})`;
  return { desc, hex, ...(address !== undefined && { address }), type: scriptTypeOf(script) };
}

function presentInput(input: TxInput, coinbase: boolean): Record<string, unknown> {
  const witness = input.witness.length > 0 && { txinwitness: input.witness.map((item) => bytesToHex(item)) };
  if (coinbase) return { coinbase: bytesToHex(input.scriptSig), ...witness, sequence: input.sequence };
  return {
    txid: input.txid,
    vout: input.vout,
    scriptSig: { hex: bytesToHex(input.scriptSig) },
    ...witness,
    sequence: input.sequence,
  };
}
