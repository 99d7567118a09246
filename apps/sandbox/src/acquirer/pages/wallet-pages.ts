import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../../web/html.ts';
import type { Html } from '../../web/html.ts';
import { sendPage } from '../../web/send-page.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { anyShop, findShown, paymentDoneView, sendMissing } from './shown-payment.ts';
import { type Payment, isOpen, pagePath, takesCard } from '../payment.ts';

const answerForm = z.object({ answer: z.enum(['approve', 'decline', 'cancel']) });

/** The wallet's page: one button approves. It works without JavaScript. */
export function walletPages(app: FastifyInstance, provider: PaymentProvider): void {
  const { acquirer } = provider;
  app.get('/pay/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    const body = takesCard(payment) ? walletView(payment) : paymentDoneView(payment);
    return sendPage(reply, { title: 'Pay with the wallet', provider: provider.title, body, formTargets: anyShop });
  });
  app.post('/pay/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    const answer = answerForm.safeParse(request.body).data?.answer;
    if (answer === 'cancel' && isOpen(payment)) acquirer.cancel(payment);
    if (answer === 'approve' && takesCard(payment)) acquirer.change(payment, 'approved');
    if (answer === 'decline' && takesCard(payment)) {
      acquirer.change(payment, 'declined', { reason: 'declined' });
      return reply.redirect(pagePath(payment, 'pay'), 303);
    }
    return reply.redirect(payment.return_url, 303);
  });
}

function walletView(payment: Payment): Html {
  return html`<section class="card pay" aria-labelledby="title">
    <p class="shop">${payment.description || `Order ${payment.reference}`}</p>
    <h1 id="title" class="amount">${payment.amount} <span>${payment.currency}</span></h1>
    ${payment.status === 'declined' && html`<p class="note bad" role="alert">The wallet declined this payment. Try again.</p>`}
    <form method="post" action="${pagePath(payment, 'pay')}" class="stack">
      <button class="button" type="submit" name="answer" value="approve">Approve</button>
      <button class="button line" type="submit" name="answer" value="decline">Decline</button>
      <button class="plain" type="submit" name="answer" value="cancel">Cancel this payment</button>
    </form>
    <div class="links"><a href="${payment.return_url}">Return to the shop</a></div>
  </section>`;
}
