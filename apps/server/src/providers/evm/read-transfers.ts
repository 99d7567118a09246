import { decodeFunctionData, erc20Abi, getAddress, parseEventLogs } from 'viem';
import { z } from 'zod';
import type { EvmTransfer } from './port.ts';

export const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
export const quantity = hex.transform((text) => BigInt(text));
export const height = quantity.transform(Number);
const address = hex.transform((text) => getAddress(text));

const log = z.object({ address, topics: z.array(hex), data: hex });
export const receipt = z.object({
  status: quantity,
  blockHash: hex,
  blockNumber: height,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
});
export const transaction = z.object({
  hash: hex,
  from: address,
  nonce: height,
  to: address.nullable(),
  value: quantity,
  input: hex,
});
export const header = z.object({ hash: hex.nullish() });
export const block = header.extend({ transactions: z.array(transaction) });
export const logs = z.array(z.object({ transactionHash: hex, topics: z.array(hex) }));
export const announcements = z.array(log.extend({ transactionHash: hex, logIndex: height }));
/** What waits of an address, by its numbers; `queued`, behind one that the node does not have. */
export const poolContent = z.object({ queued: z.record(z.string().regex(/^\d+$/), z.unknown()).default({}) });
export const feeHistory = z.object({
  baseFeePerGas: z.array(quantity).min(1),
  reward: z.array(z.array(quantity)).optional(),
});

type EvmLog = z.output<typeof log>;
type RawTransaction = z.output<typeof transaction>;

/** More than the database holds of any currency. */
const tooMuch = 10n ** 38n;

/**
 * What a transaction in a block moved: ether by its value, tokens by the events of the known contracts and nothing
 * else.
 */
export function readTransfers(
  { to, value }: RawTransaction,
  logs: readonly EvmLog[],
  tokens: ReadonlySet<string>,
): EvmTransfer[] {
  const transfers: EvmTransfer[] = [];
  if (to !== null && value > 0n) transfers.push({ place: -1, token: '', recipient: to, amount: value });
  for (const [place, { address: token, topics, data }] of logs.entries()) {
    if (!tokens.has(token)) continue;
    const moved = readTransferEvent(topics, data);
    if (moved !== undefined && moved.amount > 0n) transfers.push({ place, token, ...moved });
  }
  return transfers;
}

/** What a waiting transaction declares to move. Its place is not known before it is in a block. */
export function readIntent({ to, value, input }: RawTransaction, tokens: ReadonlySet<string>): EvmTransfer[] {
  if (to === null) return [];
  if (value > 0n) return [{ place: -1, token: '', recipient: to, amount: value }];
  if (!tokens.has(to)) return [];
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input });
    // Any sender may declare any amount: one of zero, or above the existing supply, is not a payment on its way.
    if (functionName === 'transfer' && args[1] > 0n && args[1] < tooMuch)
      return [{ place: 0, token: to, recipient: args[0], amount: args[1] }];
  } catch {
    // Another call of the contract.
  }
  return [];
}

/** One amount to one address, as an event of any contract says it; that of a single piece has no amount. */
export function readAnnouncement({
  address: token,
  topics,
  data,
  transactionHash: txid,
  logIndex: place,
}: z.output<typeof announcements>[number]): (EvmTransfer & { txid: string })[] {
  const isAmount = topics.length === 3 && data.length === 66;
  const recipient = topics[2]?.slice(-40);
  if (!isAmount || recipient === undefined || BigInt(data) === 0n) return [];
  return [{ txid, place, token, recipient: getAddress(`0x${recipient}`), amount: BigInt(data) }];
}

function readTransferEvent(topics: EvmLog['topics'], data: EvmLog['data']) {
  const [signature, ...rest] = topics;
  if (signature === undefined) return undefined;
  const [event] = parseEventLogs({
    abi: erc20Abi,
    eventName: 'Transfer',
    logs: [{ ...emptyLog, topics: [signature, ...rest], data }],
  });
  return event && { recipient: event.args.to, amount: event.args.value };
}

const emptyLog = {
  address: '0x0000000000000000000000000000000000000000',
  blockHash: '0x',
  blockNumber: 0n,
  logIndex: 0,
  transactionHash: '0x',
  transactionIndex: 0,
  removed: false,
} as const;
