import type { Hex } from 'viem';
import { z } from 'zod';
import type { Anvil } from './start-anvil.ts';

const answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const hex = z.templateLiteral(['0x', z.string()]);
const log = z.object({ address: hex, topics: z.array(hex), data: hex, logIndex: hex });
const receipt = z.object({
  status: hex,
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  effectiveGasPrice: hex,
  logs: z.array(log),
});
const transaction = z.object({ hash: hex, from: hex, to: hex.nullable(), value: hex, nonce: hex, input: hex });
const block = z.object({
  number: hex,
  hash: hex,
  timestamp: hex,
  baseFeePerGas: hex,
  transactions: z.array(transaction),
});
const pool = z.object({
  pending: z.record(z.string(), z.record(z.string(), transaction)),
  queued: z.record(z.string(), z.record(z.string(), transaction)),
});

export type EvmReceipt = z.infer<typeof receipt>;
export type EvmTransaction = z.infer<typeof transaction>;
export type EvmBlock = z.infer<typeof block>;

/** The calls of the node that the sandbox itself makes, including those that a real node does not have. */
export class EvmNode {
  readonly anvil: Anvil;

  constructor(anvil: Anvil) {
    this.anvil = anvil;
  }

  async height(): Promise<number> {
    return Number(hex.parse(await this.call('eth_blockNumber')));
  }

  async block(height: number | 'latest'): Promise<EvmBlock | undefined> {
    const place = typeof height === 'number' ? toHex(height) : height;
    return block.nullable().parse(await this.call('eth_getBlockByNumber', place, true)) ?? undefined;
  }

  async receipt(txid: string): Promise<EvmReceipt | undefined> {
    return receipt.nullable().parse(await this.call('eth_getTransactionReceipt', txid)) ?? undefined;
  }

  async transaction(txid: string): Promise<EvmTransaction | undefined> {
    return transaction.nullable().parse(await this.call('eth_getTransactionByHash', txid)) ?? undefined;
  }

  async rawTransaction(txid: string): Promise<Hex> {
    return hex.parse(await this.call('eth_getRawTransactionByHash', txid));
  }

  async nextNonce(address: string): Promise<number> {
    return Number(hex.parse(await this.call('eth_getTransactionCount', address, 'pending')));
  }

  /** @throws Error with the node's message when it refuses */
  async submit(raw: Hex): Promise<Hex> {
    return hex.parse(await this.call('eth_sendRawTransaction', raw));
  }

  /** Every transaction that waits, in the order in which it can go into blocks. */
  async waiting(): Promise<EvmTransaction[]> {
    const { pending, queued } = pool.parse(await this.call('txpool_content'));
    return [...Object.values(pending), ...Object.values(queued)]
      .flatMap((byNonce) => Object.values(byNonce))
      .toSorted((left, right) => Number(left.nonce) - Number(right.nonce));
  }

  /** What waits of one sender, as nodes answer that have `txpool_contentFrom`. */
  async waitingOf(sender: string): Promise<z.infer<typeof pool>['queued']> {
    const content = pool.parse(await this.call('txpool_content'));
    const own = (part: z.infer<typeof pool>['queued']) =>
      Object.entries(part).find(([address]) => address.toLowerCase() === sender.toLowerCase())?.[1] ?? {};
    return { pending: own(content.pending), queued: own(content.queued) };
  }

  async mine(blocks: number): Promise<void> {
    await this.call('anvil_mine', toHex(blocks));
  }

  async saveState(): Promise<Hex> {
    return hex.parse(await this.call('anvil_dumpState'));
  }

  async loadState(state: string): Promise<void> {
    await this.call('anvil_loadState', state);
  }

  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const response = await this.forward(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = answer.parse(JSON.parse(response));
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Forwards a call unchanged. */
  async forward(body: string): Promise<string> {
    const response = await fetch(this.anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.text();
  }
}

export function toHex(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}
