import { SignClient } from '@walletconnect/sign-client';
import { keepInMemory } from './keep-in-memory.ts';
import type { WalletPairing } from './pay-from-wallet.ts';

/** The transaction, and the way to the chain that it is on. */
const methods = ['eth_sendTransaction', 'wallet_switchEthereumChain'];
/** A message that asks the wallet for one of them, by its number in the protocol of sessions. */
const questionTag = 1108;
const ended = { code: 6000, message: 'The page has ended the connection.' };
/** Milliseconds until the relay counts as away, and until a connection is left without having said so. */
const patience = { open: 12_000, close: 3000 };

type Client = Awaited<ReturnType<typeof SignClient.init>>;

interface PairingRequest {
  projectId: string;
  relayUrl: string;
  chainId: number;
  /** The product, as the wallet names who asks. */
  name: string;
}

/**
 * Offers a connection to any wallet. Each has a client of its own, which keeps nothing: the relay cannot see that two
 * payments are one person's.
 *
 * @throws Error where the relay does not answer
 */
export async function openPairing({ projectId, relayUrl, chainId, name }: PairingRequest): Promise<WalletPairing> {
  const { origin } = window.location;
  const client = await SignClient.init({
    projectId,
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: crypto.randomUUID(),
    storage: keepInMemory(),
    metadata: { name, description: name, url: origin, icons: [] },
  });
  let onQuestion: (() => void) | undefined;
  sayNoMore(client, () => onQuestion?.());
  const { relayer, heartbeat, pairing } = client.core;
  const leave = async (): Promise<void> => {
    heartbeat.stop();
    await relayer.transportClose();
  };
  const connecting = client.connect({
    optionalNamespaces: {
      eip155: { chains: [`eip155:${chainId}`], methods, events: ['chainChanged', 'accountsChanged'] },
    },
  });
  const opened = await Promise.race([connecting, after(patience.open)]).catch(() => undefined);
  if (opened?.uri === undefined) {
    connecting.catch(() => undefined);
    await leave();
    throw new Error('The relay does not answer.');
  }
  const { uri } = opened;
  const [, pairingTopic = ''] = /^wc:([^@]+)@/.exec(uri) ?? [];
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  const end = (): void => gone.reject(new Error('The wallet has ended the connection.'));
  client.on('session_delete', end);
  client.on('session_expire', end);
  let topic: string | undefined;
  const approval = opened.approval().then((session) => {
    ({ topic } = session);
    const read = () => client.session.get(session.topic).namespaces['eip155'];
    return {
      accounts: () => read()?.accounts ?? [],
      can: (method: string) => read()?.methods.includes(method) ?? false,
      listen: () => {
        const updated = whenUpdated(client);
        return () => Promise.race([updated, after(patience.open)]);
      },
      request: (chain: string, method: string, params: readonly unknown[], onSending?: () => void) => {
        onQuestion = onSending;
        const asked = client.request<unknown>({ topic: session.topic, chainId: chain, request: { method, params } });
        return Promise.race([gone.promise, asked]);
      },
    };
  });
  approval.catch(() => undefined);
  const close = async (): Promise<void> => {
    const said =
      topic === undefined ? pairing.disconnect({ topic: pairingTopic }) : client.disconnect({ topic, reason: ended });
    await Promise.race([said, after(patience.close)]).catch(() => undefined);
    await leave();
  };
  return { uri, approval, close };
}

/** Withholds from the relay what it does not need: which calls of which contracts, and where this page is seen from. */
function sayNoMore({ core }: Client, onQuestion: () => void): void {
  const { relayer, verify } = core;
  const publish = relayer.publish.bind(relayer);
  const publishCustom = relayer.publishCustom.bind(relayer);
  const bare = ({ tvf, ...others }: NonNullable<Parameters<typeof publish>[2]>) => ({
    ...others,
    ...(tvf?.correlationId !== undefined && { tvf: { correlationId: tvf.correlationId } }),
  });
  relayer.publish = (topic, message, options) => {
    if (options?.tag === questionTag) onQuestion();
    return publish(topic, message, bare(options ?? {}));
  };
  relayer.publishCustom = ({ opts, ...others }) => publishCustom({ ...others, opts: bare(opts ?? {}) });
  // Would frame a page of the relay's company, which learns the origin of this one.
  verify.register = () => Promise.resolve(undefined);
}

function whenUpdated(client: Client): Promise<void> {
  return new Promise((resolve) => {
    client.once('session_update', () => resolve());
  });
}

function after(time: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, time, undefined));
}
