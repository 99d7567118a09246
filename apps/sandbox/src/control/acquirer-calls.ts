import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openAmount, type Acquirer } from '../acquirer/acquirer.ts';
import { anyCard, cardOf, toPaymentCard } from '../acquirer/cards.ts';
import { type Payment, isOpen } from '../acquirer/payment.ts';
import type { PaymentProvider } from '../acquirer/payment-provider.ts';
import type { World } from '../world.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';

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
    'won',
    'refunded',
  ]),
  notify: z.number().int().min(0).max(50).default(1),
  /** Of a refund in part; all that is left when it is missing. */
  amount: z.string().optional(),
});
const id = z.object({ id: z.string() });
const newCard = z.object({
  provider: z.enum(['acquirer', 'acquirer_two']).default('acquirer'),
  number: z.string().regex(/^\d{12,19}$/),
});

/** Control calls of every payment provider: payment ids are unique across providers, so that the path names none. */
export function acquirerCalls(app: FastifyInstance, world: World): void {
  const providers = Object.values(world.payProviders);
  app.get('/acquirer/payments', async (request) => {
    const { reference } = read(z.object({ reference: z.string().optional() }), request.query);
    return { payments: providers.flatMap(({ acquirer }) => acquirer.list(reference)).map(present) };
  });
  app.post('/acquirer/payments/:id', async (request) => {
    const { provider, payment } = find(providers, read(id, request.params).id);
    const body = read(outcome, request.body);
    decide(provider.acquirer, payment, body);
    return present(payment);
  });
  app.get('/acquirer/payouts', async (request) => {
    const { reference } = read(z.object({ reference: z.string().optional() }), request.query);
    return { payouts: providers.flatMap(({ payouts }) => payouts.list(reference)) };
  });
  app.post('/acquirer/payouts/:id', async (request) => {
    read(z.object({ status: z.literal('returned') }), request.body);
    const [payout] = providers.flatMap(({ payouts }) => payouts.sendBack(read(id, request.params).id) ?? []);
    if (payout === undefined) throw new Refusal(404, 'not_found', 'No such pay-out');
    return payout;
  });
  app.post('/acquirer/cards', async (request) => {
    const { provider: code, number } = read(newCard, request.body);
    const { token } = world.payProviders[code].vault.keep(cardOf(number, { month: 12, year: 2034 }), false);
    return { token };
  });
  app.get('/acquirer/webhooks', async (request) => {
    const { reference } = read(z.object({ reference: z.string().optional() }), request.query);
    const all = providers.flatMap(({ webhooks }) => webhooks.deliveries);
    return { webhooks: reference === undefined ? all : all.filter((delivery) => delivery.reference === reference) };
  });
  app.post('/acquirer/webhooks/:id/send', async (request) => {
    const { id: wanted } = read(id, request.params);
    const [delivery] = providers.flatMap(({ webhooks }) => webhooks.resend(wanted) ?? []);
    if (delivery === undefined) throw new Refusal(404, 'not_found', 'No such webhook');
    return delivery;
  });
}

function find(providers: readonly PaymentProvider[], wanted: string): { provider: PaymentProvider; payment: Payment } {
  for (const provider of providers) {
    const payment = provider.acquirer.find(wanted);
    if (payment !== undefined) return { provider, payment };
  }
  throw new Refusal(404, 'not_found', 'No such payment');
}

const challengedCard = cardOf('4000000000003220', { month: 12, year: 2034 });

// A payment that is expired or cancelled can still be approved here: banks do pay late.
function decide(
  acquirer: Acquirer,
  payment: Payment,
  { outcome: wanted, notify, amount }: z.infer<typeof outcome>,
): void {
  const paid = payment.status === 'approved';
  if (wanted === 'chargeback') {
    if (!paid) throw new Refusal(409, 'not_paid', 'Only an approved payment can be charged back');
    acquirer.change(payment, 'charged_back', { notify });
    return;
  }
  if (wanted === 'won') {
    if (payment.status !== 'charged_back')
      throw new Refusal(409, 'not_disputed', 'Only a payment that was charged back can be won back');
    acquirer.change(payment, 'approved', { notify });
    return;
  }
  if (wanted === 'refunded') {
    if (!paid) throw new Refusal(409, 'not_paid', 'Only an approved payment can be refunded');
    acquirer.refund(payment, amount ?? openAmount(payment), payment.currency, notify);
    return;
  }
  const final = payment.status === 'refunded' || payment.status === 'charged_back';
  if (final || (wanted !== 'approved' && !isOpen(payment)))
    throw new Refusal(409, 'not_open', `The payment is ${payment.status}`);
  const card = payment.card ?? toPaymentCard(wanted === 'challenge' ? challengedCard : anyCard);
  if (wanted === 'declined' || wanted === 'insufficient_funds' || wanted === 'expired_card')
    acquirer.change(payment, 'declined', { card, reason: wanted, notify });
  else
    acquirer.change(payment, wanted, { ...(wanted === 'approved' || wanted === 'challenge' ? { card } : {}), notify });
}

function present(payment: Payment): Record<string, unknown> {
  return { ...payment, at: payment.created_at * 1000 };
}
