import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Html, html } from '../../web/html.ts';
import { sendPage } from '../../web/send-page.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { type Payment, pagePath } from '../payment.ts';
import { anyShop, findShown, sendMissing } from './shown-payment.ts';

const bank = 'Sandbox Bank';
const noOrigin = '';
const origin = z
  .url({ protocol: /^https?$/ })
  .catch(noOrigin)
  .default(noOrigin);
const question = z.object({ origin }).catch({ origin: noOrigin });
const answerForm = z.object({ answer: z.enum(['approve', 'deny', 'wait']), origin });

/**
 * The 3-D Secure page of the card's bank. With `origin` it is shown in a frame of that page, and posts the result to it
 * instead of redirecting.
 */
export function threeDSecurePages(app: FastifyInstance, provider: PaymentProvider): void {
  const { acquirer } = provider;
  app.get('/3ds/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    const { origin: framedBy } = question.parse(request.query ?? {});
    if (payment.status !== 'challenge') return finish(reply, payment, framedBy);
    return sendPage(reply, {
      title: 'Confirm your payment',
      provider: bank,
      body: threeDSecureView(payment, framedBy),
      formTargets: anyShop,
      ...(framedBy !== noOrigin && { script: '/assets/challenge-height.js' }),
      isFramable: true,
    });
  });
  app.post('/3ds/:id', async (request, reply) => {
    const payment = findShown(provider, request);
    if (payment === undefined) return sendMissing(reply, provider);
    const { answer, origin: framedBy } = answerForm.safeParse(request.body).data ?? {
      answer: 'deny',
      origin: noOrigin,
    };
    if (payment.status === 'challenge' && answer === 'approve') acquirer.change(payment, 'approved');
    if (payment.status === 'challenge' && answer === 'deny')
      acquirer.change(payment, 'declined', { reason: 'authentication_failed' });
    return finish(reply, payment, framedBy);
  });
}

function finish(reply: FastifyReply, payment: Payment, framedBy: string): FastifyReply {
  if (framedBy !== noOrigin)
    return sendPage(reply, {
      title: 'Done',
      provider: bank,
      body: html`<section class="card pay">
        <h1>Done</h1>
        <p id="done" data-origin="${framedBy}" data-status="${payment.status}">You can close this.</p>
      </section>`,
      script: '/assets/challenge-done.js',
      isFramable: true,
    });
  // A payer who was on the provider's own page tries another card there; a shop's form asks for one itself.
  const isTriedAgain = payment.status === 'declined' && payment.flow === 'page';
  return reply.redirect(isTriedAgain ? pagePath(payment, 'pay') : payment.return_url, 303);
}

/** The page of the card's bank that asks the payer for confirmation. */
function threeDSecureView(payment: Payment, origin: string): Html {
  return html`<section class="card pay bank" aria-labelledby="title" data-origin="${origin}">
    <p class="shop">Sandbox Bank · 3-D Secure</p>
    <h1 id="title">Is this payment yours?</h1>
    <dl class="facts">
      <div>
        <dt>Shop</dt>
        <dd>${payment.description || payment.reference}</dd>
      </div>
      <div>
        <dt>Amount</dt>
        <dd class="digits">${payment.amount} ${payment.currency}</dd>
      </div>
      <div>
        <dt>Card</dt>
        <dd class="digits">···· ${payment.card?.last4}</dd>
      </div>
    </dl>
    <form method="post" action="${pagePath(payment, '3ds')}" class="stack">
      <input type="hidden" name="origin" value="${origin}" />
      <button class="button" type="submit" name="answer" value="approve">Approve</button>
      <button class="button line" type="submit" name="answer" value="deny">Deny</button>
      <button class="plain" type="submit" name="answer" value="wait" aria-describedby="wait-hint">Decide later</button>
      <p class="hint" id="wait-hint">
        Goes back to the shop and leaves the bank's question open, as a payer does who has to find the phone first.
      </p>
    </form>
  </section>`;
}
