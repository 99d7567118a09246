import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Acquirer } from '../acquirer/acquirer.ts';
import { fromMinor, toMinor } from '../acquirer/money.ts';
import { isOpen } from '../acquirer/payment.ts';
import type { Payment } from '../acquirer/payment.ts';
import type { World } from '../world.ts';
import { ControlError, read } from './refuse.ts';

const outcome = z.object({
  outcome: z.enum([
    'approved',
    'declined',
    'insufficient_funds',
    'expired_card',
    'challenge',
    'expired',
    'canceled',
    'chargeback',
    'refunded',
  ]),
  notify: z.number().int().min(0).max(50).default(1),
});
const id = z.object({ id: z.string() });

/** Control calls of the card acquirer. */
export function acquirerCalls(app: FastifyInstance, world: World): void {
  app.get('/acquirer/payments', async (request) => {
    const { reference } = read(z.object({ reference: z.string().optional() }), request.query);
    return { payments: world.acquirer.list(reference).map(present) };
  });
  app.post('/acquirer/payments/:id', async (request) => {
    const payment = world.acquirer.find(read(id, request.params).id);
    if (payment === undefined) throw new ControlError(404, 'not_found', 'No such payment');
    const body = read(outcome, request.body);
    decide(world.acquirer, payment, body.outcome, body.notify);
    return present(payment);
  });
  app.get('/acquirer/webhooks', async (request) => {
    const { reference } = read(z.object({ reference: z.string().optional() }), request.query);
    const all = world.webhooks.deliveries;
    return { webhooks: reference === undefined ? all : all.filter((delivery) => delivery.reference === reference) };
  });
  app.post('/acquirer/webhooks/:id/send', async (request) => {
    const delivery = world.webhooks.resend(read(id, request.params).id);
    if (delivery === undefined) throw new ControlError(404, 'not_found', 'No such webhook');
    return delivery;
  });
}

// A payment that is expired or cancelled can still be approved here: banks do pay late.
function decide(
  acquirer: Acquirer,
  payment: Payment,
  wanted: z.infer<typeof outcome>['outcome'],
  notify: number,
): void {
  const paid = payment.status === 'approved';
  if (wanted === 'chargeback') {
    if (!paid) throw new ControlError(409, 'not_paid', 'Only an approved payment can be charged back');
    acquirer.change(payment, 'charged_back', { notify });
    return;
  }
  if (wanted === 'refunded') {
    if (!paid) throw new ControlError(409, 'not_paid', 'Only an approved payment can be refunded');
    acquirer.refund(payment, openAmount(payment), payment.currency, notify);
    return;
  }
  const final = payment.status === 'refunded' || payment.status === 'charged_back';
  if (final || (wanted !== 'approved' && !isOpen(payment)))
    throw new ControlError(409, 'not_open', `The payment is ${payment.status}`);
  const card = payment.card ?? { brand: 'visa', last4: wanted === 'challenge' ? '3220' : '4242' };
  if (wanted === 'declined' || wanted === 'insufficient_funds' || wanted === 'expired_card')
    acquirer.change(payment, 'declined', { card, reason: wanted, notify });
  else
    acquirer.change(payment, wanted, { ...(wanted === 'approved' || wanted === 'challenge' ? { card } : {}), notify });
}

function openAmount(payment: Payment): string {
  const paid = toMinor(payment.amount, payment.currency) ?? 0n;
  return fromMinor(paid - (toMinor(payment.refunded_amount, payment.currency) ?? 0n), payment.currency);
}

function present(payment: Payment): Record<string, unknown> {
  return { ...payment, at: payment.created_at * 1000 };
}
