import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AfterEffect, OutsideWatch } from './effect-watch.ts';

/** A proxy to the sandbox that reports to the watch every call that changes something there. */
export interface HttpProxy {
  url: string;
  close(): Promise<void>;
}

/** Methods of the chains' nodes that change the outside world. */
const writingMethods: ReadonlySet<string> = new Set(['sendrawtransaction', 'eth_sendRawTransaction']);

/** Listens on a free port and forwards to the sandbox. */
export async function startHttpProxy(targetUrl: string, watch: OutsideWatch): Promise<HttpProxy> {
  const server = createServer((request, response) => {
    void forward(targetUrl, watch, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const passing: AfterEffect = () => Promise.resolve(true);

async function forward(
  targetUrl: string,
  watch: OutsideWatch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  const label = nameEffect(request, body);
  const key = request.headers['idempotency-key'];
  const said = [request.url ?? '', body.toString('utf8'), typeof key === 'string' ? key : ''];
  const after = label === undefined ? passing : await watch.before({ label, said });
  if (after === undefined) return void response.destroy();
  const answer = await fetch(new URL(request.url ?? '/', targetUrl), {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !hopHeaders.has(name) ? [[name, value]] : [],
    ),
    ...(body.length === 0 ? {} : { body }),
    redirect: 'manual',
  });
  const content = Buffer.from(await answer.arrayBuffer());
  if (!(await after({ isIdle: false }))) return void response.destroy();
  response.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => !hopHeaders.has(name))));
  response.end(content);
}

const hopHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'keep-alive',
]);

function nameEffect(request: IncomingMessage, body: Buffer): string | undefined {
  const { method: verb = '' } = request;
  if (verb !== 'POST' && verb !== 'DELETE') return undefined;
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (!path.endsWith('/rpc')) return `${verb} ${path.split('/').map(nameSegment).join('/')}`;
  const method = /"method"\s*:\s*"(\w+)"/.exec(body.toString('utf8'))?.[1] ?? '';
  return writingMethods.has(method) ? `RPC ${method}` : undefined;
}

/** Ids differ from order to order; an effect has one name. */
function nameSegment(segment: string): string {
  return segment.length >= 8 && /\d/.test(segment) ? '{id}' : segment;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  return Buffer.concat(chunks);
}
