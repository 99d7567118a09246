import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Faults, Provider } from '../faults.ts';
import type { Timers } from '../timers.ts';

type Options = {
  provider: Provider;
  faults: Faults;
  timers: Timers;
  /** The name of the call, to which a fault can be limited. */
  callName: (request: FastifyRequest) => string;
  /**
   * Whether the call changes something: only such calls are hit by drop_answer and reject, unless the fault names a
   * call.
   */
  writes: (call: string) => boolean;
  reject: (reply: FastifyReply, request: FastifyRequest) => FastifyReply;
};

const dropping = new WeakSet<FastifyRequest>();
const halving = new WeakSet<FastifyRequest>();

/** Makes every route registered after it on `app` fail as the control calls request. */
export function addFaultHooks(app: FastifyInstance, options: Options): void {
  app.addHook('preHandler', async (request, reply) => {
    const call = options.callName(request);
    const fault = options.faults.take(options.provider, (candidate) => fits(candidate, call, options.writes));
    if (fault === undefined) return undefined;
    if (fault.fault === 'hang') {
      reply.hijack();
      options.timers.after(Math.max(fault.delay_ms, 60_000), () => request.raw.socket.destroy());
      return undefined;
    }
    if (fault.fault === 'stop') {
      reply.hijack();
      request.raw.socket.destroy();
      return undefined;
    }
    if (fault.fault === 'error')
      return reply.code(500).send({ error: { code: 'internal', message: 'The sandbox was asked to fail' } });
    if (fault.fault === 'reject') return options.reject(reply, request);
    if (fault.fault === 'non_json')
      return reply.type('text/html').send('<!doctype html><title>Bad gateway</title><h1>502</h1>');
    if (fault.fault === 'late') await new Promise<void>((resolve) => options.timers.after(fault.delay_ms, resolve));
    if (fault.fault === 'drop_answer') dropping.add(request);
    if (fault.fault === 'half') halving.add(request);
    return undefined;
  });
  app.addHook('onSend', async (request, _reply, payload: unknown) => {
    if (dropping.has(request)) request.raw.socket.destroy();
    return halving.has(request) && typeof payload === 'string' ? payload.slice(0, payload.length / 2) : payload;
  });
}

function fits(fault: Fault, call: string, writes: (call: string) => boolean): boolean {
  if (fault.fault === 'stale' || fault.fault === 'gone' || fault.fault === 'lag') return false;
  if (fault.call !== undefined) return fault.call === call;
  return fault.fault === 'drop_answer' || fault.fault === 'reject' ? writes(call) : true;
}
