import { type ChainTransaction, type TxOutput, isCoinbase, outpoint } from '../transaction.ts';
import type { ChainState } from '../chain-state.ts';
import type { Mempool } from './mempool.ts';
import { scriptTypeOf } from '../network.ts';
import { verifyInput } from './verify-input.ts';

/** Why a transaction may not enter the mempool: Bitcoin Core's reject reason, and what it says beside it. */
export type Rejection = { reason: string; details: string; kind: 'missing' | 'rejected' };
export type Accepted = { fee: bigint; replaces: string[] };

export const coinbaseMaturity = 100;
const relayFeePerVbyte = 1n;
const finalSequence = 0xff_ff_ff_ff;
const replaceableBelow = 0xff_ff_ff_fe;
/** Most transactions that one replaces, those counted that spend from them. */
const replacedMost = 100;

/**
 * Bitcoin Core's mempool rules, as far as P2WPKH payments need them: inputs, amounts, fees, signatures, replacement.
 */
export function checkTransaction(
  chain: ChainState,
  mempool: Mempool,
  transaction: ChainTransaction,
): Accepted | Rejection {
  if (isCoinbase(transaction)) return rejected('coinbase');
  const shape = checkShape(chain, transaction);
  if (shape !== undefined) return rejected(shape);
  const spent = transaction.inputs.map((input) => findOutput(chain, mempool, input.txid, input.vout));
  const inputs = spent.filter((output) => output !== undefined);
  if (inputs.length < transaction.inputs.length)
    return { ...rejected('bad-txns-inputs-missingorspent'), kind: 'missing' };
  if (spent.some((output) => output?.immature)) return rejected('bad-txns-premature-spend-of-coinbase');
  const fee = sum(inputs) - sum(transaction.outputs);
  if (fee < 0n) return rejected('bad-txns-in-belowout');
  const relayFee = relayFeePerVbyte * BigInt(transaction.vsize);
  if (fee < relayFee) return rejected('min relay fee not met', `${fee} < ${relayFee}`);
  const replaces = conflictsOf(mempool, transaction);
  const conflict = checkReplacement(mempool, transaction, fee, replaces);
  if (conflict !== undefined) return conflict;
  for (const [index, output] of inputs.entries()) {
    const reason = verifyInput(transaction, index, output);
    if (reason !== undefined) return rejected(reason);
  }
  return { fee, replaces };
}

function checkShape(chain: ChainState, transaction: ChainTransaction): string | undefined {
  const outpoints = transaction.inputs.map((input) => outpoint(input.txid, input.vout));
  if (new Set(outpoints).size < outpoints.length) return 'bad-txns-inputs-duplicate';
  if (transaction.outputs.length === 0) return 'bad-txns-vout-empty';
  if (transaction.version < 1 || transaction.version > 3) return 'version';
  if (transaction.outputs.some((output) => output.value < dustLimit(output))) return 'dust';
  const locked =
    transaction.lockTime < 500_000_000 ? transaction.lockTime > chain.height : transaction.lockTime >= chain.tip.time;
  return locked && transaction.inputs.some((input) => input.sequence !== finalSequence) ? 'non-final' : undefined;
}

function dustLimit(output: TxOutput): bigint {
  const type = scriptTypeOf(output.script);
  if (type === 'nulldata') return 0n;
  if (type === 'witness_v0_keyhash') return 294n;
  return type === 'witness_v0_scripthash' || type === 'witness_v1_taproot' ? 330n : 546n;
}

function findOutput(
  chain: ChainState,
  mempool: Mempool,
  txid: string,
  vout: number,
): { value: bigint; script: Uint8Array; immature: boolean } | undefined {
  const coin = chain.coins.get(outpoint(txid, vout));
  if (coin) return { ...coin, immature: coin.coinbase && chain.height + 1 - coin.height < coinbaseMaturity };
  const output = mempool.get(txid)?.transaction.outputs[vout];
  return output && { ...output, immature: false };
}

function conflictsOf(mempool: Mempool, transaction: ChainTransaction): string[] {
  const spenders = transaction.inputs.map((input) => mempool.spenderOf(input.txid, input.vout));
  return [...new Set(spenders.filter((txid) => txid !== undefined))];
}

/** The rules in the order in which Bitcoin Core looks at them. */
function checkReplacement(
  mempool: Mempool,
  transaction: ChainTransaction,
  fee: bigint,
  conflicts: string[],
): Rejection | undefined {
  if (conflicts.length === 0) return undefined;
  const originals = conflicts.flatMap((txid) => mempool.get(txid) ?? []);
  const signals = ({ inputs }: ChainTransaction) => inputs.some((input) => input.sequence < replaceableBelow);
  if (!originals.every((entry) => signals(entry.transaction))) return rejected('txn-mempool-conflict');
  const evicted = new Set(conflicts.flatMap((txid) => mempool.withDescendants(txid)));
  if (transaction.inputs.some((input) => evicted.has(input.txid))) return rejected('bad-txns-spends-conflicting-tx');
  const { txid, vsize } = transaction;
  const because = (reason: string, why: string) => rejected(reason, `rejecting replacement ${txid}${why}`);
  const size = BigInt(vsize);
  if (originals.some((entry) => fee * BigInt(entry.transaction.vsize) <= entry.fee * size))
    return because('insufficient fee', `; new feerate ${fee}/${size} <= old feerate`);
  if (evicted.size > replacedMost)
    return because('too many potential replacements', `; too many (${evicted.size} > ${replacedMost})`);
  const spent = new Set(originals.flatMap((entry) => entry.transaction.inputs.map((input) => input.txid)));
  const added = transaction.inputs.findIndex((input) => mempool.get(input.txid) && !spent.has(input.txid));
  if (added !== -1)
    return rejected('replacement-adds-unconfirmed', `replacement ${txid} adds unconfirmed input, idx ${added}`);
  const replaced = [...evicted].reduce((total, id) => total + (mempool.get(id)?.fee ?? 0n), 0n);
  if (fee < replaced) return because('insufficient fee', `, less fees than conflicting txs; ${fee} < ${replaced}`);
  const more = relayFeePerVbyte * size;
  if (fee - replaced >= more) return undefined;
  return because('insufficient fee', `, not enough additional fees to relay; ${fee - replaced} < ${more}`);
}

function sum(outputs: readonly { value: bigint }[]): bigint {
  return outputs.reduce((total, output) => total + output.value, 0n);
}

function rejected(reason: string, details = ''): Rejection {
  return { reason, details, kind: 'rejected' };
}
