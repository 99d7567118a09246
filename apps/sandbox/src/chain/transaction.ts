import { RawOldTx, RawTx } from '@scure/btc-signer/script.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { addressOf } from './network.ts';

export type TxInput = { txid: string; vout: number; sequence: number; scriptSig: Uint8Array; witness: Uint8Array[] };
export type TxOutput = { value: bigint; script: Uint8Array; address: string | undefined };

/** A decoded transaction with its real ids and sizes. Values are satoshi. */
export type ChainTransaction = {
  txid: string;
  wtxid: string;
  hex: string;
  version: number;
  lockTime: number;
  size: number;
  weight: number;
  vsize: number;
  inputs: TxInput[];
  outputs: TxOutput[];
};

const bytesShape = z.instanceof(Uint8Array);
const rawShape = z.object({
  version: z.number(),
  inputs: z.array(z.object({ txid: bytesShape, index: z.number(), finalScriptSig: bytesShape, sequence: z.number() })),
  outputs: z.array(z.object({ amount: z.bigint(), script: bytesShape })),
  witnesses: z.array(z.array(bytesShape)).optional(),
  lockTime: z.number(),
});

/** Decodes a raw transaction, or returns undefined when the bytes are not one. */
export function decodeTransaction(hex: string): ChainTransaction | undefined {
  try {
    const bytes = hexToBytes(hex);
    const raw = rawShape.parse(RawTx.decode(bytes));
    const { version, inputs, outputs, lockTime } = raw;
    if (inputs.length === 0) return undefined;
    const stripped = RawOldTx.encode({ version, inputs, outputs, lockTime });
    const weight = stripped.length * 3 + bytes.length;
    return {
      txid: hashId(stripped),
      wtxid: hashId(bytes),
      hex: bytesToHex(bytes),
      version,
      lockTime,
      size: bytes.length,
      weight,
      vsize: Math.ceil(weight / 4),
      inputs: inputs.map((input, index) => ({
        txid: bytesToHex(input.txid),
        vout: input.index,
        sequence: input.sequence,
        scriptSig: input.finalScriptSig,
        witness: raw.witnesses?.[index] ?? [],
      })),
      outputs: outputs.map((output) => ({
        value: output.amount,
        script: output.script,
        address: addressOf(output.script),
      })),
    };
  } catch {
    return undefined;
  }
}

/** Double SHA-256, shown backwards as Bitcoin shows its ids. */
export function hashId(bytes: Uint8Array): string {
  return bytesToHex(sha256(sha256(bytes)).toReversed());
}

export function outpoint(txid: string, vout: number): string {
  return `${txid}:${vout}`;
}

export const coinbaseId = '0'.repeat(64);

export function isCoinbase(transaction: ChainTransaction): boolean {
  return transaction.inputs[0]?.txid === coinbaseId;
}
