import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { paymentDoneView } from './payment-done-view.ts';
import { paymentView } from './payment-view.ts';
import { sendPage } from '../web/send-page.ts';
import { threeDSecureView } from './three-d-secure-view.ts';
import { html } from '../web/html.ts';
import type { Acquirer } from './acquirer.ts';
import { testCards } from './cards.ts';
import { isOpen } from './payment.ts';
import type { Payment } from './payment.ts';
import { readCardForm } from './read-card-form.ts';
import type { CardFaults, CardFields } from './read-card-form.ts';

const firm = 'Card acquirer';
const noFields: CardFields = { number: '', expiry: '', cvc: '', name: '' };
const sampleFields = { expiry: '12 / 34', cvc: '', name: 'Sam Sandbox' };
// Browsers hold a form to form-action on every redirect that follows it, and a shop's return address may lead on to
// a partner's page: only the scheme can be named.
const anyShop = ['http:', 'https:'];
const answerForm = z.object({ answer: z.enum(['approve', 'deny', 'wait']) });

/** The pages a payer sees: the hosted payment page and the bank's 3-D Secure page. They work without JavaScript. */
export function paymentPages(app: FastifyInstance, acquirer: Acquirer): void {
  app.get('/pay/:id', async (request, reply) => {
    const payment = find(acquirer, request);
    if (payment === undefined) return sendMissing(reply);
    if (payment.status === 'challenge') return reply.redirect(`/acquirer/3ds/${payment.id}`, 303);
    const chosen = testCards.find(
      (card) => card.number === z.object({ card: z.string() }).safeParse(request.query).data?.card,
    );
    return sendForm(reply, payment, {
      fields: chosen ? { number: chosen.number, ...sampleFields } : noFields,
      faults: {},
    });
  });
  app.post('/pay/:id', async (request, reply) => {
    const payment = find(acquirer, request);
    if (payment === undefined) return sendMissing(reply);
    if (!takesCard(payment)) return follow(reply, payment);
    const { fields, digits, faults } = readCardForm(request.body);
    if (Object.keys(faults).length > 0) return sendForm(reply.code(422), payment, { fields, faults });
    return follow(reply, acquirer.charge(payment, digits));
  });
  app.post('/pay/:id/cancel', async (request, reply) => {
    const payment = find(acquirer, request);
    if (payment === undefined) return sendMissing(reply);
    if (isOpen(payment)) acquirer.cancel(payment);
    return reply.redirect(payment.return_url, 303);
  });
  app.get('/3ds/:id', async (request, reply) => {
    const payment = find(acquirer, request);
    if (payment === undefined) return sendMissing(reply);
    if (payment.status !== 'challenge') return reply.redirect(`/acquirer/pay/${payment.id}`, 303);
    return sendPage(reply, {
      title: 'Confirm your payment',
      firm: 'Sandbox Bank',
      body: threeDSecureView(payment),
      formTargets: anyShop,
    });
  });
  app.post('/3ds/:id', async (request, reply) => {
    const payment = find(acquirer, request);
    if (payment === undefined) return sendMissing(reply);
    if (payment.status !== 'challenge') return follow(reply, payment);
    const answer = answerForm.safeParse(request.body).data?.answer;
    if (answer === 'wait') return reply.redirect(payment.return_url, 303);
    if (answer === 'approve') return follow(reply, acquirer.change(payment, 'approved'));
    return follow(reply, acquirer.change(payment, 'declined', { reason: 'authentication_failed' }));
  });
}

/** Where the payer goes next: the bank, another try, or back to the shop. */
function follow(reply: FastifyReply, payment: Payment): FastifyReply {
  if (payment.status === 'challenge') return reply.redirect(`/acquirer/3ds/${payment.id}`, 303);
  if (payment.status === 'declined') return reply.redirect(`/acquirer/pay/${payment.id}`, 303);
  return reply.redirect(payment.return_url, 303);
}

// A card that pays later leaves the payment "created" with its card set: the bank has it, nothing more is asked.
function takesCard(payment: Payment): boolean {
  return payment.status === 'declined' || (payment.status === 'created' && payment.card === null);
}

function sendForm(
  reply: FastifyReply,
  payment: Payment,
  state: { fields: CardFields; faults: CardFaults },
): FastifyReply {
  const body = takesCard(payment) ? paymentView(payment, state) : paymentDoneView(payment);
  return sendPage(reply, {
    title: `Pay ${payment.amount} ${payment.currency}`,
    firm,
    body,
    formTargets: anyShop,
  });
}

function sendMissing(reply: FastifyReply): FastifyReply {
  const body = html`<section class="card pay">
    <h1>No such payment</h1>
    <p>The link is wrong or the sandbox was reset.</p>
  </section>`;
  return sendPage(reply.code(404), { title: 'No such payment', firm, body });
}

function find(acquirer: Acquirer, request: FastifyRequest): Payment | undefined {
  return acquirer.find(z.object({ id: z.string() }).safeParse(request.params).data?.id ?? '');
}
