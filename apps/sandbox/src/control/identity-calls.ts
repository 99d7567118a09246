import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { outcomes, papers } from '../identity/applicant.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';
import type { World } from '../world.ts';

const decided = z.object({
  outcome: z.enum(outcomes),
  reason: z.string().max(500).optional(),
  labels: z.array(z.string()).optional(),
  papers: papers.optional(),
  /** How many webhooks report it; 0 keeps it to the list. */
  notify: z.coerce.number().int().min(0).max(50).default(1),
});
const byId = z.object({ id: z.string() });

/** Control calls of the identity check: its applicants, the answers that it gives, and its webhooks. */
export function identityCalls(app: FastifyInstance, { identity, identityWebhooks }: World): void {
  app.get('/identity-checks', async () => ({ applicants: identity.list() }));
  app.post('/identity-checks', async (request) => {
    const { reference, level } = read(z.object({ reference: z.string(), level: z.string() }), request.body);
    return identity.open(reference, level);
  });
  app.post('/identity-checks/:id', async (request) => {
    const { id } = read(byId, request.params);
    const found = identity.find(id) ?? identity.byReference(id);
    if (found === undefined) throw new Refusal(404, 'not_found', 'No such applicant');
    const { notify, reason, ...review } = read(decided, request.body);
    identity.review(found, { ...review, comment: reason ?? '' }, notify);
    return found;
  });
  app.get('/identity-checks/webhooks', async () => ({ webhooks: identityWebhooks.deliveries }));
  app.post('/identity-checks/webhooks/:id/send', async (request) => {
    const delivery = identityWebhooks.resend(read(byId, request.params).id);
    if (delivery === undefined) throw new Refusal(404, 'not_found', 'No such webhook');
    return delivery;
  });
}
