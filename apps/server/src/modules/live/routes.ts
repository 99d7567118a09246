import { followChanges } from '@causeway/contract/calls/follow-changes';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindStream } from './bind-stream.ts';

/** C-75. */
export function liveRoutes(app: FastifyInstance, context: AppContext): void {
  bindStream(app, context, followChanges, (caller, sink) => {
    if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
    return context.live.open(caller, sink);
  });
  // The server closes once no answer is under way, and a stream is one that never ends by itself.
  app.addHook('preClose', (done) => {
    context.live.drain();
    done();
  });
}
