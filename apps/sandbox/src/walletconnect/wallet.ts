import { SignClient } from '@walletconnect/sign-client';
import { type Hex, isHex } from 'viem';
import { z } from 'zod';
import type { EthereumNetwork } from '../evm/ethereum-network.ts';
import { evmKey } from '../evm/evm-key.ts';
import { readPayment } from '../evm/read-evm-payment.ts';

/** What its owner does. `elsewhere` stays on another chain, `moves` changes it, `unable` lets no page ask for money. */
export const walletHabits = ['pays', 'rejects', 'declines', 'elsewhere', 'moves', 'silent', 'unable'] as const;
export type WalletHabit = (typeof walletHabits)[number];

type Client = Awaited<ReturnType<typeof SignClient.init>>;

const account = evmKey('wallet').address;
/** Where a wallet is that is elsewhere. */
const otherChain = 'eip155:10';
const hex = z.custom<Hex>((value) => isHex(value));
const transaction = z.object({ from: z.string(), to: hex, value: hex, data: hex });
const chain = z.object({ chainId: hex });
const rejected = { code: 5000, message: 'User rejected.' };
const codes = { declined: 4001, failed: -32_000, unknownChain: 4902 } as const;

class Declined extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A wallet of a payer's, with ether and tokens of the sandbox's Ethereum in it. */
export class SandboxWallet {
  private readonly clients: Client[] = [];
  /** What it was asked to sign. */
  readonly asked: unknown[] = [];
  private readonly relayUrl: () => string;
  private readonly network: () => EthereumNetwork | undefined;

  constructor(relayUrl: () => string, network: () => EthereumNetwork | undefined) {
    this.relayUrl = relayUrl;
    this.network = network;
  }

  /** Pairs with a page by the text of its code, and then does as is its habit. */
  async connect(uri: string, habit: WalletHabit): Promise<void> {
    const client = await SignClient.init({
      projectId: 'causeway-sandbox',
      relayUrl: this.relayUrl(),
      logger: 'silent',
      telemetryEnabled: false,
      customStoragePrefix: crypto.randomUUID(),
      storageOptions: { database: ':memory:' },
      metadata: { name: 'Sandbox wallet', description: 'It is simulated', url: this.relayUrl(), icons: [] },
    });
    this.clients.push(client);
    client.on('session_proposal', ({ id, params }) => {
      const { chains = [], methods: wanted = [], events = [] } = params.optionalNamespaces['eip155'] ?? {};
      const isElsewhere = habit === 'elsewhere' || habit === 'moves';
      const accounts = (isElsewhere ? [otherChain] : chains).map((name) => `${name}:${account}`);
      const methods = habit === 'unable' ? ['personal_sign'] : wanted;
      const settled =
        habit === 'rejects'
          ? client.reject({ id, reason: rejected })
          : client.approve({ id, namespaces: { eip155: { accounts, methods, events } } });
      settled.catch((error: unknown) => console.error('sandbox: the wallet did not connect', error));
    });
    client.on('session_request', ({ id, topic, params: { request } }) => {
      const answer = async () => {
        const result = await this.answer(client, topic, habit, request);
        if (habit !== 'silent') await client.respond({ topic, response: { id, jsonrpc: '2.0', result } });
      };
      answer().catch(async (error: unknown) => {
        const [code, message] = error instanceof Declined ? [error.code, error.message] : [codes.failed, String(error)];
        await client.respond({ topic, response: { id, jsonrpc: '2.0', error: { code, message } } });
      });
    });
    client.on('session_delete', () => void leave(client));
    await client.pair({ uri });
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.splice(0).map(leave));
  }

  private async answer(
    client: Client,
    topic: string,
    habit: WalletHabit,
    request: { method: string; params: unknown },
  ): Promise<unknown> {
    if (request.method === 'wallet_switchEthereumChain') {
      if (habit !== 'moves') throw new Declined(codes.unknownChain, 'Unrecognized chain.');
      const [{ chainId }] = z.tuple([chain]).parse(request.params);
      const { eip155 } = client.session.get(topic).namespaces;
      const accounts = [`eip155:${Number(chainId)}:${account}`];
      const { acknowledged } = await client.update({
        topic,
        namespaces: { eip155: { methods: [], events: [], ...eip155, accounts } },
      });
      await acknowledged();
      return null;
    }
    this.asked.push(request.params);
    if (habit === 'declines') throw new Declined(codes.declined, 'User denied transaction signature.');
    const [{ from, to, value, data }] = z.tuple([transaction]).parse(request.params);
    if (from !== account) throw new Declined(codes.failed, 'This is not an account of the wallet.');
    const { asset, address, units } = readPayment({ to, data, value: BigInt(value) });
    const network = this.network();
    if (network === undefined) throw new Declined(codes.failed, 'There is no node.');
    if (habit === 'silent') return undefined;
    return network.send({ asset, address: hex.parse(address), units }, { tag: 'wallet', isByContract: false });
  }
}

async function leave({ core }: Client): Promise<void> {
  core.heartbeat.stop();
  await core.relayer.transportClose();
}
