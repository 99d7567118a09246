import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Inbox } from '../mail/inbox.ts';
import type { Timers } from '../timers.ts';

type Options = { inbox: Inbox; faults: Faults; timers: Timers; newId: (prefix: string) => string };

const message = z.object({
  to: z.string().regex(/^\+[1-9]\d{6,14}$/, 'must be +, country code and number'),
  text: z.string().min(1).max(1600),
});
const hangMilliseconds = 60_000;

/** The SMS gateway: POST /sms/v1/messages with a Bearer key. */
export function smsGateway(app: FastifyInstance, options: Options): void {
  app.post('/v1/messages', async (request, reply) => {
    if (request.headers.authorization !== 'Bearer sk_sandbox_sms_key')
      return reply.code(401).send({ error: { code: 'unauthorized', message: 'The API key is missing or wrong' } });
    const parsed = message.safeParse(request.body);
    if (!parsed.success)
      return reply.code(400).send({ error: { code: 'invalid_request', message: parsed.error.issues[0]?.message } });
    const fault = options.faults.take('sms');
    if (fault?.fault === 'error')
      return reply.code(500).send({ error: { code: 'internal', message: 'The sandbox was asked to fail' } });
    if (fault?.fault === 'reject')
      return reply.code(422).send({ error: { code: 'undeliverable', message: 'The number cannot receive messages' } });
    if (fault?.fault === 'hang') {
      reply.hijack();
      options.timers.after(Math.max(fault.delay_ms, hangMilliseconds), () => request.raw.socket.destroy());
      return undefined;
    }
    const store = (): void => void options.inbox.add({ kind: 'sms', subject: '', ...parsed.data });
    if (fault?.fault === 'late') options.timers.after(fault.delay_ms, store);
    else store();
    if (fault?.fault === 'duplicate') store();
    if (fault?.fault === 'drop_answer') {
      reply.hijack();
      request.raw.socket.destroy();
      return undefined;
    }
    return reply.code(201).send({ id: options.newId('sms'), to: parsed.data.to, status: 'sent' });
  });
}
