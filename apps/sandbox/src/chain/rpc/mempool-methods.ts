import { z } from 'zod';
import type { Bitcoin } from '../bitcoin.ts';
import type { MempoolEntry } from '../mempool/mempool.ts';
import { readHash, readParam, readVerbosity } from './method.ts';
import type { RpcMethod } from './method.ts';
import { RpcError } from './rpc-error.ts';

const replaceableBelow = 0xff_ff_ff_fe;
const relayFee = 1000n;

/** The methods that read the mempool and the fees. */
export const mempoolMethods: Record<string, RpcMethod> = {
  getrawmempool: {
    params: ['verbose'],
    run: ({ bitcoin }, params) => {
      const entries = bitcoin.mempool.list();
      if (readVerbosity(params, 0, 0) === 0) return entries.map((entry) => entry.transaction.txid);
      return Object.fromEntries(entries.map((entry) => [entry.transaction.txid, presentEntry(bitcoin, entry)]));
    },
  },
  getmempoolentry: {
    params: ['txid'],
    run: ({ bitcoin }, params) => {
      const entry = bitcoin.mempool.get(readHash(params, 0, 'txid'));
      if (entry === undefined) throw new RpcError(-5, 'Transaction not in mempool');
      return presentEntry(bitcoin, entry);
    },
  },
  getmempoolinfo: {
    params: [],
    run: ({ bitcoin }) => {
      const entries = bitcoin.mempool.list();
      const bytes = entries.reduce((total, entry) => total + entry.transaction.vsize, 0);
      return {
        loaded: true,
        size: entries.length,
        bytes,
        mempoolminfee: relayFee,
        minrelaytxfee: relayFee,
        incrementalrelayfee: relayFee,
        fullrbf: false,
      };
    },
  },
  estimatesmartfee: {
    params: ['conf_target', 'estimate_mode'],
    run: ({ bitcoin }, params) => {
      const blocks = readParam(z.number().int(), params, 0);
      if (blocks < 1 || blocks > 1008) throw new RpcError(-8, 'Invalid conf_target, must be between 1 and 1008');
      return { feerate: rateFor(bitcoin.feeRate, blocks) * 1000n, blocks: Math.max(2, blocks) };
    },
  },
};

function rateFor(rate: bigint, blocks: number): bigint {
  if (blocks <= 2) return rate * 2n;
  return blocks <= 12 ? rate : rate / 2n || 1n;
}

function presentEntry(bitcoin: Bitcoin, { transaction, fee, time, height }: MempoolEntry): Record<string, unknown> {
  const { mempool } = bitcoin;
  const descendants = mempool.withDescendants(transaction.txid).flatMap((txid) => mempool.get(txid) ?? []);
  const depends = [...new Set(transaction.inputs.map((input) => input.txid).filter((txid) => mempool.get(txid)))];
  const spentby = transaction.outputs.flatMap((_, vout) => mempool.spenderOf(transaction.txid, vout) ?? []);
  return {
    vsize: transaction.vsize,
    weight: transaction.weight,
    time,
    height,
    descendantcount: descendants.length,
    descendantsize: descendants.reduce((total, entry) => total + entry.transaction.vsize, 0),
    wtxid: transaction.wtxid,
    fees: { base: fee, modified: fee, descendant: descendants.reduce((total, entry) => total + entry.fee, 0n) },
    depends,
    spentby,
    'bip125-replaceable': transaction.inputs.some((input) => input.sequence < replaceableBelow),
    unbroadcast: false,
  };
}
