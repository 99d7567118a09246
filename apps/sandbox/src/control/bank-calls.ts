import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { payoutMode } from '../bank/shapes.ts';
import type { World } from '../world.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';

const notify = z.coerce.number().int().min(0).max(50).default(1);
const sent = z.object({
  iban: z.string().max(42),
  reference: z.string().max(140).default(''),
  amount: z.string().max(32),
  currency: z.string().default('EUR'),
  sender_name: z.string().max(140).default('Sandbox Client'),
  sender_iban: z.string().max(42).default('DE89370400440532013000'),
  notify,
});
const ending = z.object({ status: z.enum(['settled', 'returned']), notify });
const byReference = z.object({ reference: z.string().optional() });
const byId = z.object({ id: z.string() });

/** Control calls of the bank. */
export function bankCalls(app: FastifyInstance, world: World): void {
  const { bank } = world;
  app.get('/bank/account', async () => bank.account);
  app.post('/bank/transfers', async (request) => {
    const { notify: copies, ...body } = read(sent, request.body);
    const transfer = bank.receive(body, copies);
    return { ...transfer, at: transfer.booked_at * 1000 };
  });
  app.get('/bank/transfers', async (request) => {
    const { reference } = read(byReference, request.query);
    const all = bank.save().transfers.toReversed();
    if (reference === undefined) return { transfers: all };
    // An account number may have been made for one reference and be paid to with another.
    const made = new Set(bank.listRequisites(reference).map(({ iban }) => iban));
    return { transfers: all.filter((one) => one.reference === reference || made.has(one.iban)) };
  });
  app.get('/bank/payouts', async (request) => ({
    payouts: bank
      .listPayouts(read(byReference, request.query).reference)
      .map((payout) => ({ ...payout, at: payout.created_at * 1000 })),
  }));
  app.post('/bank/payouts/:id', async (request) => {
    const payout = bank.findPayout(read(byId, request.params).id);
    if (payout === undefined) throw new Refusal(404, 'not_found', 'No such pay-out');
    const { status, notify: copies } = read(ending, request.body);
    return bank.endPayout(payout, status, copies);
  });
  app.post('/bank/mode', async (request) => {
    bank.mode = read(z.object({ payouts: payoutMode }), request.body).payouts;
    return { payouts: bank.mode };
  });
  app.get('/bank/webhooks', async (request) => {
    const { reference } = read(byReference, request.query);
    const all = world.bankWebhooks.deliveries;
    return { webhooks: reference === undefined ? all : all.filter((delivery) => delivery.reference === reference) };
  });
  app.post('/bank/webhooks/:id/send', async (request) => {
    const delivery = world.bankWebhooks.resend(read(byId, request.params).id);
    if (delivery === undefined) throw new Refusal(404, 'not_found', 'No such webhook');
    return delivery;
  });
}
