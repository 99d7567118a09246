import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { type Block, encodeHeader } from '../block.ts';
import type { Bitcoin } from '../bitcoin.ts';
import { readHash, readParam, readVerbosity } from './method.ts';
import type { RpcMethod } from './method.ts';
import { presentTransaction } from './present-transaction.ts';
import { RpcError } from './rpc-error.ts';

/** The methods that read the chain of blocks. */
export const blockMethods: Record<string, RpcMethod> = {
  getblockchaininfo: { params: [], run: ({ bitcoin }) => chainInfo(bitcoin) },
  getblockcount: { params: [], run: ({ bitcoin }) => bitcoin.chain.height },
  getbestblockhash: { params: [], run: ({ bitcoin }) => bitcoin.chain.tip.hash },
  getblockhash: {
    params: ['height'],
    run: ({ bitcoin }, params) => {
      const block = bitcoin.chain.blocks[readParam(z.number().int(), params, 0)];
      if (block === undefined) throw new RpcError(-8, 'Block height out of range');
      return block.hash;
    },
  },
  getblockheader: {
    params: ['blockhash', 'verbose'],
    run: ({ bitcoin }, params) => {
      const block = findBlock(bitcoin, params);
      return readVerbosity(params, 1, 1) === 0 ? bytesToHex(encodeHeader(block)) : presentHeader(bitcoin, block);
    },
  },
  getblock: {
    params: ['blockhash', 'verbosity'],
    run: ({ bitcoin }, params) => {
      const block = findBlock(bitcoin, params);
      const verbosity = readVerbosity(params, 1, 1);
      if (verbosity === 0) return encodeBlock(block);
      const tx = block.transactions.map((transaction) =>
        verbosity === 1 ? transaction.txid : presentTransaction(transaction),
      );
      return { ...presentHeader(bitcoin, block), size: encodeBlock(block).length / 2, tx };
    },
  },
};

function findBlock(bitcoin: Bitcoin, params: unknown[]): Block {
  const block = bitcoin.chain.block(readHash(params, 0, 'blockhash'));
  if (block === undefined) throw new RpcError(-5, 'Block not found');
  return block;
}

function chainInfo(bitcoin: Bitcoin): Record<string, unknown> {
  const { tip, height } = bitcoin.chain;
  return {
    chain: 'regtest',
    blocks: height,
    headers: height,
    bestblockhash: tip.hash,
    difficulty: 4.656542373906925e-10,
    time: tip.time,
    mediantime: medianTime(bitcoin, tip),
    verificationprogress: 1,
    initialblockdownload: false,
    chainwork: chainWork(height),
    size_on_disk: 0,
    pruned: false,
    warnings: 'SANDBOX: a simulated chain without value',
  };
}

function presentHeader(bitcoin: Bitcoin, block: Block): Record<string, unknown> {
  const best = bitcoin.chain.isOnBestChain(block);
  const next = best ? bitcoin.chain.blocks[block.height + 1] : undefined;
  return {
    hash: block.hash,
    confirmations: best ? bitcoin.chain.height - block.height + 1 : -1,
    height: block.height,
    version: block.version,
    versionHex: block.version.toString(16).padStart(8, '0'),
    merkleroot: block.merkleRoot,
    time: block.time,
    mediantime: medianTime(bitcoin, block),
    nonce: block.nonce,
    bits: block.bits.toString(16),
    difficulty: 4.656542373906925e-10,
    chainwork: chainWork(block.height),
    nTx: block.transactions.length,
    ...(block.height > 0 && { previousblockhash: block.previous }),
    ...(next && { nextblockhash: next.hash }),
  };
}

function medianTime(bitcoin: Bitcoin, block: Block): number {
  const times: number[] = [];
  for (
    let current: Block | undefined = block;
    current && times.length < 11;
    current = bitcoin.chain.block(current.previous)
  )
    times.push(current.time);
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? block.time;
}

function chainWork(height: number): string {
  return ((height + 1) * 2).toString(16).padStart(64, '0');
}

function encodeBlock(block: Block): string {
  const count = block.transactions.length;
  const size =
    count < 0xfd
      ? count.toString(16).padStart(2, '0')
      : `fd${(count & 0xff).toString(16).padStart(2, '0')}${(count >> 8).toString(16).padStart(2, '0')}`;
  return bytesToHex(encodeHeader(block)) + size + block.transactions.map((transaction) => transaction.hex).join('');
}
