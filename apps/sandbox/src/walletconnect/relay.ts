import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

export const relayPath = '/walletconnect/relay';

const topic = z.string().regex(/^[0-9a-f]{64}$/);
const frame = z.object({ id: z.union([z.string(), z.number()]), method: z.string(), params: z.unknown() });
const one = z.object({ topic });
const many = z.object({ topics: z.array(topic).max(500) });
const published = z.object({ topic, message: z.string() });
const proposal = z.object({ pairingTopic: topic, sessionProposal: z.string() });
const approval = z.object({
  sessionTopic: topic,
  pairingTopic: topic,
  sessionProposalResponse: z.string(),
  sessionSettlementRequest: z.string(),
});

interface Letter extends z.output<typeof published> {
  publishedAt: number;
  by: WebSocket;
}

/** The relay between pages and wallets: it hands on what it cannot read, and keeps it for those who come later. */
export class Relay {
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly readers = new Map<string, Set<WebSocket>>();
  private readonly letters = new Map<string, Letter[]>();
  /** What pages have let it know: the names of all that they sent. */
  readonly heard: string[] = [];

  /** Takes the connections of a server under the path of the relay. */
  listen(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://sandbox');
      const isKnown = searchParams.has('projectId') && searchParams.has('auth');
      if (pathname !== relayPath || !isKnown) return socket.destroy();
      const isPage = request.headers.origin !== undefined;
      this.sockets.handleUpgrade(request, socket, head, (opened) => this.serve(opened, isPage));
    });
  }

  close(): void {
    for (const socket of this.sockets.clients) socket.terminate();
    this.sockets.close();
  }

  private serve(socket: WebSocket, isPage: boolean): void {
    socket.on('message', (data: Buffer) => {
      const asked = frame.safeParse(JSON.parse(data.toString()));
      // What has no method is the receipt of a message.
      if (!asked.success) return;
      const { id, method, params } = asked.data;
      if (isPage) this.heard.push(...listNames(params));
      const reply = (part: object) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...part }));
      try {
        reply({ result: this.answer(socket, method, params) });
      } catch (error) {
        reply({ error: { code: -32_600, message: String(error) } });
      }
    });
    socket.on('close', () => this.readers.forEach((readers) => readers.delete(socket)));
  }

  private answer(socket: WebSocket, method: string, params: unknown): unknown {
    switch (method) {
      case 'irn_subscribe':
        return this.subscribe(socket, one.parse(params).topic);
      case 'irn_batchSubscribe':
        return many.parse(params).topics.map((name) => this.subscribe(socket, name));
      case 'irn_unsubscribe':
        return this.readers.get(one.parse(params).topic)?.delete(socket) ?? false;
      case 'irn_publish':
        return this.publish(socket, published.parse(params));
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false };
      case 'wc_proposeSession': {
        const { pairingTopic, sessionProposal } = proposal.parse(params);
        this.subscribe(socket, pairingTopic);
        return this.publish(socket, { topic: pairingTopic, message: sessionProposal });
      }
      case 'wc_approveSession': {
        const { sessionTopic, pairingTopic, ...sealed } = approval.parse(params);
        this.subscribe(socket, sessionTopic);
        this.publish(socket, { topic: pairingTopic, message: sealed.sessionProposalResponse });
        return this.publish(socket, { topic: sessionTopic, message: sealed.sessionSettlementRequest });
      }
      default:
        throw new Error(`The relay has no ${method}`);
    }
  }

  private subscribe(socket: WebSocket, name: string): string {
    this.readers.set(name, (this.readers.get(name) ?? new Set()).add(socket));
    for (const letter of this.letters.get(name) ?? []) deliver(socket, letter);
    return name;
  }

  private publish(by: WebSocket, sent: z.output<typeof published>): true {
    const letter = { ...sent, publishedAt: Date.now(), by };
    this.letters.set(sent.topic, [...(this.letters.get(sent.topic) ?? []), letter]);
    for (const socket of this.readers.get(sent.topic) ?? []) deliver(socket, letter);
    return true;
  }
}

function listNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => [name, ...listNames(part)]);
}

function deliver(socket: WebSocket, { by, ...data }: Letter): void {
  if (by === socket) return;
  const call = { id: crypto.randomUUID(), jsonrpc: '2.0', method: 'irn_subscription' };
  // After the answer to the call that it comes by.
  setImmediate(() => socket.send(JSON.stringify({ ...call, params: { id: data.topic, data } })));
}
