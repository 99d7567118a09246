import { z } from 'zod';
import type { Bitcoin } from '../bitcoin.ts';
import { decodeTransaction, outpoint } from '../transaction.ts';
import type { ChainTransaction } from '../transaction.ts';
import { readHash, readParam, readVerbosity } from './method.ts';
import type { RpcContext, RpcMethod } from './method.ts';
import { presentTransaction, presentWithBlock } from './present-transaction.ts';
import { RpcError } from './rpc-error.ts';

/** As litecoind 0.21 begins it on regtest. */
const tooLong = 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]';
const defaultMaxFeeRate = 10_000_000n;

/** The methods that read and send transactions. */
export const transactionMethods: Record<string, RpcMethod> = {
  getrawtransaction: {
    params: ['txid', 'verbose', 'blockhash'],
    run: ({ bitcoin }, params) => getRaw(bitcoin, params),
  },
  decoderawtransaction: {
    params: ['hexstring'],
    run: (_context, params) => {
      const { hex: _hex, ...decoded } = presentTransaction(decode(params, 0));
      return decoded;
    },
  },
  sendrawtransaction: { params: ['hexstring', 'maxfeerate'], run: send },
  testmempoolaccept: {
    params: ['rawtxs', 'maxfeerate'],
    run: ({ bitcoin }, params) => {
      const raw = readParam(z.array(z.string()).min(1).max(25), params, 0);
      const limit = readMaxFeeRate(params, 1);
      return raw.map((_, index) => testAccept(bitcoin, decode(raw, index), limit));
    },
  },
};

function getRaw(bitcoin: Bitcoin, params: unknown[]): unknown {
  const txid = readHash(params, 0, 'parameter 1');
  const verbosity = readVerbosity(params, 1, 0);
  if (params[2] !== undefined && params[2] !== null) {
    const block = bitcoin.chain.block(readHash(params, 2, 'parameter 3'));
    if (block === undefined) throw new RpcError(-5, 'Block hash not found');
    const inBlock = block.transactions.find((transaction) => transaction.txid === txid);
    if (inBlock === undefined)
      throw new RpcError(
        -5,
        'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
      );
    const active = bitcoin.chain.isOnBestChain(block);
    const place = active
      ? presentWithBlock(bitcoin, inBlock)
      : { ...presentTransaction(inBlock), blockhash: block.hash, confirmations: 0 };
    return verbosity === 0 ? inBlock.hex : { in_active_chain: active, ...place };
  }
  const transaction = bitcoin.mempool.get(txid)?.transaction ?? bitcoin.chain.transaction(txid);
  if (transaction === undefined)
    throw new RpcError(-5, 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.');
  return verbosity === 0 ? transaction.hex : presentWithBlock(bitcoin, transaction);
}

function send({ bitcoin, onBroadcast }: RpcContext, params: unknown[]): string {
  const transaction = decode(params, 0);
  const limit = readMaxFeeRate(params, 1);
  const { txid } = transaction;
  if (isInChain(bitcoin, transaction)) throw new RpcError(-27, 'Transaction outputs already in utxo set');
  if (bitcoin.mempool.get(txid)) return txid;
  const tested = bitcoin.check(transaction);
  if ('reason' in tested) {
    const message = tested.details === '' ? tested.reason : `${tested.reason}, ${tested.details}`;
    throw new RpcError(tested.kind === 'missing' ? -25 : -26, message);
  }
  if (bitcoin.mempool.isChainTooLong(transaction)) throw new RpcError(-26, tooLong);
  if (exceeds(tested.fee, transaction.vsize, limit))
    throw new RpcError(-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  bitcoin.submit(transaction);
  onBroadcast(transaction, tested.fee);
  return txid;
}

function testAccept(bitcoin: Bitcoin, transaction: ChainTransaction, limit: bigint): Record<string, unknown> {
  const ids = { txid: transaction.txid, wtxid: transaction.wtxid };
  if (isInChain(bitcoin, transaction)) return { ...ids, allowed: false, 'reject-reason': 'txn-already-known' };
  if (bitcoin.mempool.get(transaction.txid))
    return { ...ids, allowed: false, 'reject-reason': 'txn-already-in-mempool' };
  const tested = bitcoin.check(transaction);
  if ('reason' in tested)
    return { ...ids, allowed: false, 'reject-reason': tested.kind === 'missing' ? 'missing-inputs' : tested.reason };
  if (bitcoin.mempool.isChainTooLong(transaction)) return { ...ids, allowed: false, 'reject-reason': tooLong };
  if (exceeds(tested.fee, transaction.vsize, limit))
    return { ...ids, allowed: false, 'reject-reason': 'max-fee-exceeded' };
  return { ...ids, allowed: true, vsize: transaction.vsize, fees: { base: tested.fee } };
}

// Bitcoin Core recognises a confirmed transaction by its unspent outputs; one whose outputs are all spent counts as
// missing its inputs.
function isInChain(bitcoin: Bitcoin, transaction: ChainTransaction): boolean {
  return transaction.outputs.some((_, vout) => bitcoin.chain.coins.has(outpoint(transaction.txid, vout)));
}

function decode(params: unknown[], index: number): ChainTransaction {
  const transaction = decodeTransaction(readParam(z.string(), params, index));
  if (transaction === undefined) throw new RpcError(-22, 'TX decode failed. Make sure the tx has at least one input.');
  return transaction;
}

/** Satoshi per 1000 virtual bytes; 0 means no limit. */
function readMaxFeeRate(params: unknown[], index: number): bigint {
  const given = readParam(z.union([z.number(), z.string()]).optional(), params, index);
  if (given === undefined) return defaultMaxFeeRate;
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(typeof given === 'number' ? given.toFixed(8) : given);
  if (match === null) throw new RpcError(-3, 'Invalid amount');
  return BigInt((match[1] ?? '0') + (match[2] ?? '').padEnd(8, '0'));
}

function exceeds(fee: bigint, vsize: number, limit: bigint): boolean {
  return limit > 0n && fee * 1000n > limit * BigInt(vsize);
}
