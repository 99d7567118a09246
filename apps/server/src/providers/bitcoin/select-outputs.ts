import type { BitcoinNode, NodeOutput, NodeSpend } from './port.ts';

/** An output of the wallet that may be spent; `amount` in satoshi. */
export interface SpendableOutput {
  txid: string;
  outputIndex: number;
  amount: bigint;
  /** Child of the deposit key that spends it; null for the wallet's own key. */
  keyIndex: bigint | null;
}

export interface Selection {
  inputs: SpendableOutput[];
  /** Satoshi that go to the miners. */
  fee: bigint;
  /** Satoshi that come back to the wallet. */
  change: bigint;
}

/** Virtual bytes of a transaction's frame, a P2WPKH input and a P2WPKH output. */
const frameBytes = 11n;
export const inputBytes = 68n;
const changeBytes = 31n;
/** Length, value and length of the script come before the script itself. */
const outputFrameBytes = 9n;
/** Less than this costs more to spend than it is worth. */
export const smallestChange = 1000n;

/** Blocks after which what a block pays its miner can be spent: a node refuses it before. */
const maturity = 100;

/** Confirmations from which on the outputs of a transaction can be spent. */
export function spendableFrom({ inputs }: Pick<NodeSpend, 'inputs'>): number {
  return inputs.some(({ txid }) => txid === '') ? maturity : 1;
}

/** @throws ProviderError */
export async function canSpend(
  node: Pick<BitcoinNode, 'readSpend'>,
  { txid, confirmations }: Pick<NodeOutput, 'txid' | 'confirmations'>,
): Promise<boolean> {
  const spend = await node.readSpend(txid);
  return spend !== undefined && confirmations >= spendableFrom(spend);
}

/**
 * Chooses inputs, the largest first so that they are few, until they cover the amount, the fee and some change: a
 * transaction that no block takes is paid for by its change.
 *
 * @param feeRate satoshi per virtual byte
 * @returns `undefined` when the outputs do not suffice
 */
export function selectOutputs(
  outputs: readonly SpendableOutput[],
  amount: bigint,
  scriptLength: number,
  feeRate: bigint,
): Selection | undefined {
  const inputs: SpendableOutput[] = [];
  let gathered = 0n;
  for (const output of outputs.toSorted((left, right) => (left.amount > right.amount ? -1 : 1))) {
    inputs.push(output);
    gathered += output.amount;
    const bytes =
      frameBytes + inputBytes * BigInt(inputs.length) + outputFrameBytes + BigInt(scriptLength) + changeBytes;
    const fee = bytes * feeRate;
    const change = gathered - amount - fee;
    if (change >= smallestChange) return { inputs, fee, change };
  }
  return undefined;
}
