import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../web/refusal.ts';
import { read } from '../../web/read.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import type { Payment } from '../payment.ts';
import { type Html, html } from '../../web/html.ts';
import { sendPage } from '../../web/send-page.ts';

/** The payment named in the path. */
export function findPayment(provider: PaymentProvider, request: FastifyRequest): Payment {
  const payment = provider.acquirer.find(read(z.object({ id: z.string() }), request.params).id);
  if (payment === undefined) throw new Refusal(404, 'not_found', 'No such payment');
  return payment;
}

// Browsers hold a form to form-action on every redirect that follows it, and a shop's return address may lead on to
// a partner's page: only the scheme can be named.
export const anyShop = ['http:', 'https:'];

/** The payment whose page was requested. */
export function findShown(provider: PaymentProvider, request: FastifyRequest): Payment | undefined {
  return provider.acquirer.find(z.object({ id: z.string() }).safeParse(request.params).data?.id ?? '');
}

export function sendMissing(reply: FastifyReply, provider: PaymentProvider): FastifyReply {
  const body = html`<section class="card pay">
    <h1>No such payment</h1>
    <p>The link is wrong or the sandbox was reset.</p>
  </section>`;
  return sendPage(reply.code(404), { title: 'No such payment', provider: provider.title, body });
}

const texts: Record<string, [title: string, text: string]> = {
  created: ['Waiting for your bank', 'Your bank is still working on this payment. You can go back to the shop.'],
  approved: ['Payment received', 'This payment is done. You can go back to the shop.'],
  refunded: ['Payment refunded', 'The money went back to the card.'],
  charged_back: ['Payment reversed', 'The bank took this payment back.'],
  canceled: ['Payment cancelled', 'Nothing was charged.'],
  expired: ['Payment expired', 'The time for this payment is over. Nothing was charged.'],
};

/** Page for a payer who opens a payment that takes no card any more. */
export function paymentDoneView(payment: Payment): Html {
  const [title, text] = texts[payment.status] ?? ['Payment closed', 'This payment takes no card any more.'];
  return html`<section class="card pay" aria-labelledby="title">
    <p class="shop">${payment.description || `Order ${payment.reference}`} · ${payment.amount} ${payment.currency}</p>
    <h1 id="title">${title}</h1>
    <p>${text}</p>
    <a class="button" href="${payment.return_url}">Return to the shop</a>
  </section>`;
}
