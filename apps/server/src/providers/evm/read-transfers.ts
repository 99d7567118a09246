import { decodeFunctionData, erc20Abi, parseEventLogs } from 'viem';
import type { EvmTransfer } from './port.ts';
import type { EvmLog, RawTransaction } from './shapes.ts';

/** More than the database holds of any currency. */
const tooMuch = 10n ** 38n;

/** What a transaction in a block moved: ether by its value, tokens by the events of the known contracts and nothing else. */
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

/** What a transaction that waits says it will move. Its place is not known before it is in a block. */
export function readIntent({ to, value, input }: RawTransaction, tokens: ReadonlySet<string>): EvmTransfer[] {
  if (to === null) return [];
  if (value > 0n) return [{ place: -1, token: '', recipient: to, amount: value }];
  if (!tokens.has(to)) return [];
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input });
    // Anybody may say so: what moves nothing, or more than there is, is no payment on its way.
    if (functionName === 'transfer' && args[1] > 0n && args[1] < tooMuch)
      return [{ place: 0, token: to, recipient: args[0], amount: args[1] }];
  } catch {
    // Some other call of the contract.
  }
  return [];
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
