import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import { callMethod } from './rpc/call-method.ts';
import { encodeRpc } from './rpc/encode.ts';
import type { RpcContext } from './rpc/method.ts';

type Options = { context: () => RpcContext; faults: Faults; timers: Timers };

const credentials = `Basic ${Buffer.from('causeway:sandbox').toString('base64')}`;
const named = z.object({ method: z.string(), id: z.union([z.string(), z.number(), z.null()]).default(null) });

/** The Bitcoin node's JSON-RPC address, single calls and batches. */
export function bitcoinRpcRoute(app: FastifyInstance, options: Options): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === credentials) return undefined;
    return reply.code(401).header('www-authenticate', 'Basic realm="jsonrpc"').send();
  });
  addFaultHooks(app, {
    provider: 'bitcoin',
    faults: options.faults,
    timers: options.timers,
    callName: (request) => named.safeParse(request.body).data?.method ?? '',
    writes: (call) => call === 'sendrawtransaction',
    reject: (reply, request) => {
      const id = named.safeParse(request.body).data?.id ?? null;
      return reply.code(500).send({ result: null, error: { code: -26, message: 'mempool min fee not met' }, id });
    },
  });
  // Bitcoin clients often send text/plain, so the body is parsed by hand for any content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(null, undefined);
    }
  });
  app.post('/rpc', async (request, reply) => {
    reply.type('application/json');
    if (request.body === undefined)
      return reply
        .code(500)
        .send(encodeRpc({ result: null, error: { code: -32_700, message: 'Parse error' }, id: null }));
    const context = options.context();
    if (Array.isArray(request.body))
      return reply.send(encodeRpc(request.body.map((one: unknown) => callMethod(context, one).body)));
    const answer = callMethod(context, request.body);
    return reply.code(answer.status).send(encodeRpc(answer.body));
  });
}
