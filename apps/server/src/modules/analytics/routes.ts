import { sendEvent } from '@causeway/contract/calls/send-event';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { bindCall } from '../../plugins/bind-call.ts';

/** Analytics: C-69. Nothing is stored unless the operator wants it, and never a person's identity. */
export function analyticsRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, sendEvent, async ({ request }) => {
    if (context.config.ANALYTICS === 'off') return { success: toFlag(false) };
    const { type, opts = {} } = request;
    await context.db
      .insertInto('analyticsEvents')
      .values({ eventId: newUuid(context), type, options: JSON.stringify(opts), at: context.clock.now() })
      .execute();
    return { success: toFlag(true) };
  });
}
