import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { Bitcoin } from '../bitcoin.ts';
import type { Coin } from '../chain-state.ts';
import { scriptOf, scriptTypeOf } from '../network.ts';
import { outpoint } from '../transaction.ts';
import { readHash, readParam } from './method.ts';
import type { RpcMethod } from './method.ts';
import { presentScript } from './present-transaction.ts';
import { RpcError } from './rpc-error.ts';

/** The methods that read unspent outputs, addresses and the node itself. */
export const coinMethods: Record<string, RpcMethod> = {
  gettxout: {
    params: ['txid', 'n', 'include_mempool'],
    run: ({ bitcoin }, params) => {
      const withMempool = readParam(z.boolean().default(true), params, 2);
      return getTxOut(bitcoin, readHash(params, 0, 'txid'), readParam(z.number().int(), params, 1), withMempool);
    },
  },
  scantxoutset: {
    params: ['action', 'scanobjects'],
    run: ({ bitcoin }, params) => {
      const action = readParam(z.enum(['start', 'status', 'abort']), params, 0);
      if (action === 'status') return null;
      if (action === 'abort') return false;
      const objects = readParam(z.array(z.union([z.string(), z.object({ desc: z.string() })])).min(1), params, 1);
      return scan(
        bitcoin,
        objects.map((object) => scriptFromDescriptor(typeof object === 'string' ? object : object.desc)),
      );
    },
  },
  validateaddress: {
    params: ['address'],
    run: (_context, params) => {
      const address = readParam(z.string(), params, 0);
      const script = scriptOf(address);
      if (script === undefined)
        return {
          isvalid: false,
          error_locations: [],
          error: 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.',
        };
      return {
        isvalid: true,
        address,
        scriptPubKey: bytesToHex(script),
        isscript: scriptTypeOf(script).includes('script'),
        iswitness: scriptTypeOf(script).startsWith('witness'),
      };
    },
  },
  getnetworkinfo: {
    params: [],
    run: () => ({
      version: 270_000,
      subversion: '/CausewaySandbox:27.0.0/',
      protocolversion: 70_016,
      connections: 8,
      networkactive: true,
      relayfee: 1000n,
      incrementalfee: 1000n,
      warnings: 'SANDBOX',
    }),
  },
};

function getTxOut(bitcoin: Bitcoin, txid: string, vout: number, withMempool: boolean): unknown {
  const { chain, mempool } = bitcoin;
  if (withMempool && mempool.spenderOf(txid, vout) !== undefined) return null;
  const coin = chain.coins.get(outpoint(txid, vout));
  const output = coin ?? (withMempool ? mempool.get(txid)?.transaction.outputs[vout] : undefined);
  if (output === undefined) return null;
  return {
    bestblock: chain.tip.hash,
    confirmations: coin ? chain.height - coin.height + 1 : 0,
    value: output.value,
    scriptPubKey: presentScript(output.script, output.address),
    coinbase: coin?.coinbase ?? false,
  };
}

function scan(bitcoin: Bitcoin, scripts: Uint8Array[]): unknown {
  const { chain } = bitcoin;
  const wanted = new Set(scripts.map((script) => bytesToHex(script)));
  const found = [...chain.coins.values()].filter((coin) => wanted.has(bytesToHex(coin.script)));
  return {
    success: true,
    txouts: chain.coins.size,
    height: chain.height,
    bestblock: chain.tip.hash,
    unspents: found.map((coin) => presentUnspent(bitcoin, coin)),
    total_amount: found.reduce((total, coin) => total + coin.value, 0n),
  };
}

function presentUnspent({ chain }: Bitcoin, coin: Coin): Record<string, unknown> {
  return {
    txid: coin.txid,
    vout: coin.vout,
    scriptPubKey: bytesToHex(coin.script),
    desc: coin.address === undefined ? `raw(${bytesToHex(coin.script)})` : `addr(${coin.address})`,
    amount: coin.value,
    coinbase: coin.coinbase,
    height: coin.height,
    blockhash: chain.blocks[coin.height]?.hash,
    confirmations: chain.height - coin.height + 1,
  };
}

function scriptFromDescriptor(text: string): Uint8Array {
  const match = /^(addr|raw)\(([0-9a-zA-Z]+)\)(?:#[0-9a-z]{8})?$/.exec(text);
  const inside = match?.[2] ?? '';
  const script = match?.[1] === 'raw' && /^([0-9a-f]{2})+$/i.test(inside) ? hexToBytes(inside) : scriptOf(inside);
  if (match === null || script === undefined)
    throw new RpcError(-5, 'Invalid descriptor: the sandbox scans addr(…) and raw(…)');
  return script;
}
