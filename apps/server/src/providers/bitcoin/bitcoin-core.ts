import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { BitcoinNode, NodePayment, NodeSpend } from './port.ts';

const provider = 'bitcoin';
const usualTimeoutMs = 8000;
/** On the main net a scan of all unspent outputs takes about a minute. */
const scanTimeoutMs = 100_000;
const usualScanPauseMs = 500;
/** While another process has the node scan, for as long as that may take. */
const scanTries = scanTimeoutMs / usualScanPauseMs;
/** Error codes of Bitcoin Core's RPC protocol (src/rpc/protocol.h). */
const codes = { notFound: -5, outOfRange: -8, missingInputs: -25, rejected: -26, alreadyInChain: -27 };

const answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.int(), message: z.string() }).nullable(),
});
const coins = z.string().transform((text, context) => {
  const satoshi = readCoins(text);
  if (satoshi !== undefined) return satoshi;
  context.addIssue({ code: 'custom', message: 'is not an amount of coins' });
  return z.NEVER;
});
const txid = z.string().regex(/^[0-9a-f]{64}$/);
const transaction = z.object({ txid, confirmations: z.int().default(0), blockhash: z.string().default('') });
const scan = z.object({
  success: z.literal(true),
  height: z.int(),
  unspents: z.array(z.object({ txid, vout: z.int().min(0), amount: coins, height: z.int() })),
});
const estimate = z.object({ feerate: coins.optional() });
const input = z.object({
  // A coinbase has neither.
  txid: txid.default(''),
  vout: z.int().min(0).default(0),
  txinwitness: z.array(z.string()).default([]),
});
const paying = z.object({
  txid,
  vin: z.array(input).default([]),
  vout: z.array(
    z.object({ n: z.int().min(0), value: coins, scriptPubKey: z.object({ address: z.string().optional() }) }),
  ),
});
// The first one has no block before it.
const block = z.object({ previousblockhash: txid.default(''), tx: z.array(paying) });

/** A failure that the node reported itself. */
class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A Bitcoin Core node with `txindex=1`, so that it also finds transactions in blocks by their id. */
export function createBitcoinCore(
  config: Pick<Config, 'BITCOIN_RPC_URL'>,
  { timeoutMs = usualTimeoutMs, scanPauseMs = usualScanPauseMs }: { timeoutMs?: number; scanPauseMs?: number } = {},
): BitcoinNode {
  const call = createCall(config.BITCOIN_RPC_URL, timeoutMs);
  const inTurn = createTurns();
  return {
    getHeight: async () => read(z.int(), await call('getblockcount', []).catch(rethrow)),
    getTransaction: async (id) => {
      try {
        const found = read(transaction, await call('getrawtransaction', [id, true]));
        const confirmations = Math.max(0, found.confirmations);
        // Of a block that has left the chain the node's index knows it still: it neither waits nor is in a block.
        if (confirmations === 0 && found.blockhash !== '') return undefined;
        return { txid: found.txid, confirmations, blockHash: found.blockhash };
      } catch (error) {
        if (error instanceof RpcFailure && error.code === codes.notFound) return undefined;
        throw toProviderError(error);
      }
    },
    listBlockPayments: async (height) => {
      try {
        const hash = read(txid, await call('getblockhash', [height]));
        return read(block, await call('getblock', [hash, 2])).tx.flatMap(toPayments);
      } catch (error) {
        if (error instanceof RpcFailure && error.code === codes.outOfRange) return [];
        throw toProviderError(error);
      }
    },
    readSpend: (id) =>
      orUndefined(codes.notFound, async () => toSpend(read(paying, await call('getrawtransaction', [id, true])))),
    readBlock: (height) =>
      orUndefined(codes.outOfRange, async () => {
        const hash = read(txid, await call('getblockhash', [height]));
        const { previousblockhash: previous, tx } = read(block, await call('getblock', [hash, 2]));
        return { hash, previous, spends: tx.map(toSpend) };
      }),
    getBlockHash: (height) =>
      orUndefined(codes.outOfRange, async () => read(txid, await call('getblockhash', [height]))),
    listWaiting: async () => read(z.array(txid), await call('getrawmempool', []).catch(rethrow)),
    listOutputs: async (owners) => {
      const wanted = owners.map((owner) => `addr(${owner})`);
      const found = read(scan, await inTurn(() => scanOutputs(config, wanted, scanPauseMs)).catch(rethrow));
      return found.unspents.map(({ txid: id, vout, amount, height }) => ({
        txid: id,
        outputIndex: vout,
        amount,
        confirmations: found.height - height + 1,
      }));
    },
    broadcast: async (rawTransaction) => {
      try {
        await call('sendrawtransaction', [rawTransaction]);
      } catch (error) {
        if (!(error instanceof RpcFailure) || error.code !== codes.alreadyInChain) throw toProviderError(error);
      }
    },
    estimateFeeRate: async (blocks) => {
      const { feerate } = read(estimate, await call('estimatesmartfee', [blocks]).catch(rethrow));
      // The node reports coins per 1000 virtual bytes; rounded up, so that the rate is never too low.
      return feerate === undefined ? undefined : (feerate + 999n) / 1000n;
    },
  };
}

/** What the node answers, or `undefined` when this code says that it has none. */
async function orUndefined<Result>(code: number, ask: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RpcFailure && error.code === code) return undefined;
    throw toProviderError(error);
  }
}

/** A compressed public key. The data of a taproot spend in its place begins otherwise. */
const publicKeyForm = /^0[23][0-9a-f]{64}$/;

function toSpend(found: z.output<typeof paying>): NodeSpend {
  const inputs = found.vin.map(({ txid: spent, vout: outputIndex, txinwitness }) => {
    const key = txinwitness.length === 2 ? (txinwitness[1] ?? '') : '';
    return { txid: spent, outputIndex, publicKey: publicKeyForm.test(key) ? key : '' };
  });
  return { txid: found.txid, inputs, payments: toPayments(found) };
}

/** One after the other: the node runs one such scan at a time and refuses a second. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Waits while another process has the node scan. */
async function scanOutputs(
  { BITCOIN_RPC_URL }: Pick<Config, 'BITCOIN_RPC_URL'>,
  wanted: readonly string[],
  pauseMs: number,
): Promise<unknown> {
  const call = createCall(BITCOIN_RPC_URL, scanTimeoutMs);
  for (let tries = 1; ; tries += 1) {
    try {
      return await call('scantxoutset', ['start', wanted]);
    } catch (error) {
      const isBusy = error instanceof RpcFailure && /already in progress/i.test(error.message);
      if (!isBusy || tries === scanTries) throw error;
      await sleep(pauseMs);
    }
  }
}

function toPayments({ txid: id, vout }: z.output<typeof paying>): NodePayment[] {
  return vout.flatMap(({ n: outputIndex, value: amount, scriptPubKey: { address } }) =>
    address === undefined || amount === 0n ? [] : [{ txid: id, outputIndex, address, amount }],
  );
}

type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

function createCall(address: string, timeoutMs: number): Call {
  return async (method, params) => {
    // A chain that is not offered has no node, and nothing calls it.
    const { url, authorization } = splitAddress(address);
    const body = JSON.stringify({ jsonrpc: '1.0', id: 'causeway', method, params });
    const headers = { 'content-type': 'application/json', ...(authorization !== '' && { authorization }) };
    const { status, text } = await callProvider(provider, url, { method: 'POST', headers, body }, timeoutMs);
    const parsed = answer.safeParse(parseJson(text));
    if (!parsed.success) throw new ProviderError(provider, 'unknown', { code: `http_${status}` });
    const { error, result } = parsed.data;
    if (error !== null) throw new RpcFailure(error.code, error.message);
    return result;
  };
}

function splitAddress(address: string): { url: string; authorization: string } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '') return { url: url.href, authorization: '' };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: url.href, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function rethrow(error: unknown): never {
  throw toProviderError(error);
}

function toProviderError(error: unknown): unknown {
  if (!(error instanceof RpcFailure)) return error;
  const { code, message } = error;
  const isRefused = code === codes.missingInputs || code === codes.rejected;
  return new ProviderError(provider, isRefused ? 'refused' : 'unknown', {
    code: isRefused ? readRefusal(code, message) : `rpc_${code}`,
    message,
  });
}

/**
 * By the reason that Bitcoin Core gives (src/validation.cpp). `insufficient fee` is less than what is replaced pays
 * with all that spends it; newer nodes say `replacement-failed`. No higher fee helps against the other rules of
 * replacement: `too many potential replacements`, `replacement-adds-unconfirmed`, `txn-mempool-conflict`.
 */
function readRefusal(code: number, message: string): 'conflict' | 'underpriced' | 'rejected' {
  // Under the same code the node refuses a fee above its own limit.
  if (code === codes.missingInputs) return /exceeds maximum/.test(message) ? 'rejected' : 'conflict';
  return /\bfee not met|^insufficient fee|^replacement-failed|^mempool full/.test(message) ? 'underpriced' : 'rejected';
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProviderError(provider, 'unknown', { code: 'answer_malformed', cause: parsed.error });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(quoteCoins(text));
  } catch {
    return undefined;
  }
}

const shape = /^(\d{1,8})(?:\.(\d{1,8}))?(?:[eE](-?\d{1,2}))?$/;

/** An amount of a Bitcoin Core answer, written as a JSON number, in satoshi, without floating point. */
export function readCoins(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = shape.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const places = 8 - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** Turns the numbers of a JSON text that are amounts of coins into text, so that parsing them loses nothing. */
export function quoteCoins(json: string): string {
  return json.replaceAll(/("(?:amount|value|total_amount|feerate)"\s*:\s*)(-?[0-9][0-9.eE+-]*)/g, '$1"$2"');
}
