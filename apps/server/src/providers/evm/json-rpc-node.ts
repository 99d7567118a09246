import { encodeFunctionData, erc20Abi, getAddress, toEventSelector } from 'viem';
import type { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { ProviderError } from '../provider-error.ts';
import type { EvmBlock, EvmFees, EvmNode, EvmTransaction } from './port.ts';
import {
  announcements,
  block,
  feeHistory,
  header,
  height,
  hex,
  logs,
  poolContent,
  quantity,
  readAnnouncement,
  readIntent,
  readTransfers,
  receipt,
  transaction,
} from './read-transfers.ts';
import { createEvmCall, EvmFailure, provider, toReadError, type EvmCall } from './rpc.ts';

type Settings = Pick<Config, 'ETHEREUM_RPC_URL' | 'ETHEREUM_TOKENS' | 'ETHEREUM_MAX_FEE_GWEI' | 'ETHEREUM_MAX_GAS'>;

const transferTopic = toEventSelector('Transfer(address,address,uint256)');
const etherGas = 21_000n;
/** Headroom above the node's estimate for a transfer. */
const gasPercent = 130n;
const tipPercentile = 50;
const leastTip = 1_000_000_000n;
const gwei = 1_000_000_000n;

/** A node that speaks Ethereum's JSON-RPC. */
export function createEvmNode(settings: Settings): EvmNode {
  const call = createEvmCall(settings.ETHEREUM_RPC_URL);
  const tokens = new Set(settings.ETHEREUM_TOKENS.map((token) => getAddress(token.address)));
  const read: EvmCall = (schema, method, ...params) =>
    call(schema, method, ...params).catch((error: unknown) => {
      throw toReadError(error);
    });
  return {
    getHeight: () => read(height, 'eth_blockNumber'),
    getBlock: (at) => readBlock(read, tokens, at),
    getHash: async (at) => requireHash(await read(header.nullable(), 'eth_getBlockByNumber', toHex(at), false), at),
    findTokenTransfers: async (blockHash) => {
      const filter = { blockHash, address: [...tokens], topics: [transferTopic] };
      const found = await read(logs, 'eth_getLogs', filter);
      return found.map(({ transactionHash: txid, topics }) => ({ txid, recipient: readRecipient(topics[2]) }));
    },
    listTransfers: async (blockHash) => {
      const found = await read(announcements, 'eth_getLogs', { blockHash, topics: [transferTopic] });
      return found.flatMap(readAnnouncement);
    },
    getTransaction: (txid) => readTransaction(read, tokens, txid),
    getBalance: (owner, token, at) => {
      const place = at === undefined ? 'latest' : toHex(at);
      return token === ''
        ? read(quantity, 'eth_getBalance', owner, place)
        : read(quantity, 'eth_call', { to: token, data: balanceOf(owner) }, place);
    },
    getNonce: async (owner, at = 'latest') => {
      const count = await read(height, 'eth_getTransactionCount', owner, typeof at === 'number' ? toHex(at) : at);
      return at === 'pending' ? countWaiting(call, owner, count) : count;
    },
    estimateFees: async () => {
      const history = await read(feeHistory, 'eth_feeHistory', '0x5', 'latest', [tipPercentile]);
      return chooseFees(history, BigInt(settings.ETHEREUM_MAX_FEE_GWEI) * gwei);
    },
    estimateGas: async ({ sender, recipient, token, amount }) => {
      const isEther = token === '';
      const to = isEther ? recipient : token;
      const moved = isEther
        ? { value: `0x${amount.toString(16)}` }
        : {
            data: encodeFunctionData({
              abi: erc20Abi,
              functionName: 'transfer',
              args: [getAddress(recipient), amount],
            }),
          };
      try {
        const gas = await call(quantity, 'eth_estimateGas', { from: sender, to, ...moved });
        // Ether to an address without a contract always takes this much.
        return isEther && gas <= etherGas ? etherGas : capGas((gas * gasPercent) / 100n, settings);
      } catch (error) {
        if (!(error instanceof EvmFailure)) throw error;
        const code = /revert/i.test(error.message) ? 'reverted' : 'rejected';
        throw new ProviderError(provider, 'refused', { code, message: error.message });
      }
    },
    broadcast: async (rawTransaction) => {
      await call(hex, 'eth_sendRawTransaction', rawTransaction).catch((error: unknown) => {
        if (!(error instanceof EvmFailure)) throw error;
        if (!/already (known|imported)/i.test(error.message))
          throw new ProviderError(provider, 'refused', { code: refusalCode(error.message), message: error.message });
      });
    },
  };
}

async function readBlock(read: EvmCall, tokens: ReadonlySet<string>, at: number | 'pending'): Promise<EvmBlock> {
  const found = await read(block.nullable(), 'eth_getBlockByNumber', at === 'pending' ? at : toHex(at), true);
  const hash = at === 'pending' ? '' : requireHash(found, at);
  if (found === null) return { hash, candidates: [], sent: [] };
  const candidates = found.transactions.flatMap((one) => readCandidates(one, tokens));
  const sent = found.transactions.map(({ hash: txid, from: sender, nonce }) => ({ txid, sender, nonce }));
  return { hash, candidates, sent };
}

/** A block without a hash is one that waits. */
function requireHash(found: z.output<typeof header> | null, at: number): string {
  if (typeof found?.hash === 'string') return found.hash;
  throw new ProviderError(provider, 'unknown', { code: 'no_block', message: `the node has no block ${at}` });
}

/** With those of an address that wait behind a missing number, where the node says so. */
async function countWaiting(call: EvmCall, owner: string, count: number): Promise<number> {
  try {
    const { queued } = await call(poolContent, 'txpool_contentFrom', owner);
    return Math.max(count, ...Object.keys(queued).map((number) => Number(number) + 1));
  } catch (error) {
    if (error instanceof EvmFailure && /method|support|available|allowed/i.test(error.message)) return count;
    throw toReadError(error);
  }
}

function readCandidates(one: z.output<typeof transaction>, tokens: ReadonlySet<string>) {
  return readIntent(one, tokens).map(({ recipient }) => ({ txid: one.hash, recipient }));
}

/** Nodes of networks that are searched and not served: nothing is ever signed for them. */
export function createOtherEvm(config: Settings & Pick<Config, 'OTHER_EVM_NETWORKS'>): Map<string, EvmNode> {
  return new Map(
    config.OTHER_EVM_NETWORKS.map(({ name, url }) => [
      name,
      createEvmNode({ ...config, ETHEREUM_RPC_URL: url, ETHEREUM_TOKENS: [] }),
    ]),
  );
}

async function readTransaction(
  read: EvmCall,
  tokens: ReadonlySet<string>,
  txid: string,
): Promise<EvmTransaction | undefined> {
  const [found, made] = await Promise.all([
    read(transaction.nullable(), 'eth_getTransactionByHash', txid),
    read(receipt.nullable(), 'eth_getTransactionReceipt', txid),
  ]);
  if (found === null) return undefined;
  const declared = readIntent(found, tokens);
  if (made === null) return waiting(txid, found.from, declared);
  const tip = await read(height, 'eth_blockNumber');
  const isFailed = made.status !== 1n;
  return {
    txid,
    sender: found.from,
    // A node that lags behind its own receipts still has the block.
    confirmations: Math.max(1, tip - made.blockNumber + 1),
    height: made.blockNumber,
    blockHash: made.blockHash,
    isFailed,
    fee: made.gasUsed * made.effectiveGasPrice,
    transfers: isFailed ? [] : readTransfers(found, made.logs, tokens),
    declared,
  };
}

/** A contract that takes more would waste our gas. */
function capGas(gas: bigint, { ETHEREUM_MAX_GAS }: Pick<Settings, 'ETHEREUM_MAX_GAS'>): bigint {
  if (gas <= BigInt(ETHEREUM_MAX_GAS)) return gas;
  throw new ProviderError(provider, 'refused', { code: 'gas', message: `The transfer takes ${gas} gas.` });
}

/** Fees from those of the last blocks: room for the base fee to double, and no more than the configured most. */
export function chooseFees({ baseFeePerGas, reward }: z.output<typeof feeHistory>, most: bigint): EvmFees {
  const tips = (reward ?? []).flatMap((row) => row[0] ?? []).filter((tip) => tip > 0n);
  const sorted = tips.toSorted((left, right) => (left < right ? -1 : 1));
  const usual = sorted[Math.floor(sorted.length / 2)] ?? leastTip;
  const tip = least(usual > leastTip ? usual : leastTip, most);
  return { maxFeePerGas: least((baseFeePerGas.at(-1) ?? 0n) * 2n + tip, most), maxPriorityFeePerGas: tip };
}

/** An address as a topic of an event: 20 bytes, filled up to 32. */
function readRecipient(topic: string | undefined): string {
  return topic === undefined ? '' : getAddress(`0x${topic.slice(-40)}`);
}

function waiting(txid: string, sender: string, declared: EvmTransaction['declared']): EvmTransaction {
  const place = { confirmations: 0, height: 0, blockHash: '' };
  return { txid, sender, ...place, isFailed: false, fee: 0n, transfers: declared, declared };
}

function refusalCode(message: string): string {
  if (/nonce too low/i.test(message)) return 'conflict';
  if (/underpriced|fee (?:cap|too low)|max fee per gas less/i.test(message)) return 'underpriced';
  return /insufficient funds/i.test(message) ? 'short' : 'rejected';
}

function balanceOf(owner: string) {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(owner)] });
}

function toHex(value: number): string {
  return `0x${value.toString(16)}`;
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
