import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { anyShop, findShown, paymentDoneView, sendMissing } from './shown-payment.ts';
import { sendPage } from '../../web/send-page.ts';
import { cardOf, testCards } from '../cards.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { type Payment, isOpen, pagePath, takesCard } from '../payment.ts';
import { type CardFaults, type CardFields, readCardForm } from './read-card-form.ts';
import { paymentView } from './payment-view.ts';

const noFields: CardFields = { number: '', expiry: '', cvc: '', name: '' };
const sampleFields = { expiry: '12 / 34', cvc: '', name: 'Sam Sandbox' };

/** The hosted payment page of a card provider. It works without JavaScript. */
export function paymentPages(app: FastifyInstance, provider: PaymentProvider): void {
  const { acquirer, vault } = provider;
  app.get('/pay/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    if (payment.status === 'challenge') return follow(reply, payment);
    const chosen = testCards.find(
      (card) => card.number === z.object({ card: z.string() }).safeParse(request.query).data?.card,
    );
    return sendForm(reply, provider, payment, {
      fields: chosen ? { number: chosen.number, ...sampleFields } : noFields,
      faults: {},
    });
  });
  app.post('/pay/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    if (!takesCard(payment)) return follow(reply, payment);
    const { fields, digits, expiry, faults } = readCardForm(request.body);
    if (expiry === undefined || Object.keys(faults).length > 0)
      return sendForm(reply.code(422), provider, payment, { fields, faults });
    return follow(reply, acquirer.charge(payment, vault.keep(cardOf(digits, expiry), false).token));
  });
  app.post('/pay/:id/cancel', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    if (isOpen(payment)) acquirer.cancel(payment);
    return reply.redirect(payment.return_url, 303);
  });
}

/** Where the payer goes next: the bank, another try, or back to the shop. */
function follow(reply: FastifyReply, payment: Payment): FastifyReply {
  if (payment.status === 'challenge') return reply.redirect(pagePath(payment, '3ds'), 303);
  if (payment.status === 'declined') return reply.redirect(pagePath(payment, 'pay'), 303);
  return reply.redirect(payment.return_url, 303);
}

function sendForm(
  reply: FastifyReply,
  provider: PaymentProvider,
  payment: Payment,
  state: { fields: CardFields; faults: CardFaults },
): FastifyReply {
  const body = takesCard(payment) ? paymentView(payment, state) : paymentDoneView(payment);
  return sendPage(reply, {
    title: `Pay ${payment.amount} ${payment.currency}`,
    provider: provider.title,
    body,
    formTargets: anyShop,
  });
}
