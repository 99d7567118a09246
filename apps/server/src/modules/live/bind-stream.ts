import type { Call } from '@causeway/contract/define-call';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext, Caller, StreamSink } from '../../context.ts';
import { identifyCaller, parseFields, readFields } from '../../plugins/bind-call.ts';
import { spendTargets } from '../../plugins/spend-targets.ts';

/** How long a reader whose stream broke waits before it opens another one, where it does not know better. */
const retryMs = 5_000;
/** A reader that takes nothing is disconnected; it reads everything again with its next stream. */
const unreadMax = 16 * 1024;

/** Binds a call that answers server-sent events. A refusal is answered like that of any other call. */
export function bindStream(
  app: FastifyInstance,
  context: AppContext,
  call: Call,
  open: (caller: Caller, sink: StreamSink) => Promise<() => void>,
): void {
  const spend = spendTargets(context, call);
  app.route({
    method: call.method,
    url: call.path,
    config: { call: call.name },
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await identifyCaller(context, call, request);
      await spend?.({ request: {}, params: {}, ip: request.ip, identify: () => Promise.resolve(caller) });
      parseFields(call.request, readFields(call, request));
      const close = await open(caller, createSink(reply));
      if (reply.raw.destroyed) close();
      else reply.raw.once('close', close);
      return reply;
    },
  });
}

/** The answer begins with the first message: until then it can be a refusal. */
function createSink(reply: FastifyReply): StreamSink {
  const { raw } = reply;
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      // A proxy that gathers or packs an answer would hold its messages back.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${retryMs}\n\n`);
  };
  return {
    send(message) {
      if (raw.destroyed) return;
      if (!hasBegun) begin();
      raw.write(message === 'beat' ? ':\n\n' : `data: ${message}\n\n`);
      if (raw.writableLength > unreadMax) raw.destroy();
    },
    end: () => void raw.end(),
  };
}
