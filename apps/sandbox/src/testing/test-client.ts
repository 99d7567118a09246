import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import type { RunningSandbox } from '../start-sandbox.ts';

const json = z.record(z.string(), z.unknown());
export type Json = Record<string, unknown>;

/** Calls a sandbox as tests need it: JSON in both directions, the status beside the body. */
export function createClient({ url }: Pick<RunningSandbox, 'url'>) {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Json }> => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: json.parse(JSON.parse(await answer.text())) };
  };
  let keys = 0;
  return {
    call,
    control: async (path: string, body: unknown = {}) => (await call('POST', `/control${path}`, body)).body,
    look: async (path: string) => (await call('GET', `/control${path}`)).body,
    acquirer: (method: string, path: string, body?: unknown, key = `key-${(keys += 1)}`) =>
      call(method, `/acquirer/v1${path}`, body, {
        authorization: 'Bearer sk_sandbox_acquirer',
        'idempotency-key': key,
      }),
    rpc: (method: string, ...params: unknown[]) =>
      call(
        'POST',
        '/chains/bitcoin/rpc',
        { id: 1, method, params },
        { authorization: `Basic ${btoa('causeway:sandbox')}` },
      ),
    /** Posts a form without following the redirect. */
    form: async (path: string, fields: Record<string, string>) => {
      const answer = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
      return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
    },
  };
}

export type Heard = { signature: string; body: string; at: number };

/** A product that listens for webhooks; `answer` decides the status of each, 200 by default. */
export async function listenForWebhooks(answer: (heard: Heard, count: number) => number = () => 200) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        signature: String(request.headers['acquirer-signature']),
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      heard.push(one);
      response.writeHead(request.url === '/webhooks/acquirer' ? answer(one, heard.length) : 404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    heard,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Whether a webhook's signature is made with the shared secret over its time and body. */
export function isSigned({ signature, body }: Heard, secret = 'whsec_sandbox_acquirer'): boolean {
  const match = /^t=(\d+),kid=k1,v1=([0-9a-f]{64})$/.exec(signature);
  return match !== null && createHmac('sha256', secret).update(`${match[1]}.${body}`).digest('hex') === match[2];
}
