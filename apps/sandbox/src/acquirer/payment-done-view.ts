import type { Payment } from './payment.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

const texts: Record<string, [title: string, text: string]> = {
  created: ['Waiting for your bank', 'Your bank is still working on this payment. You can go back to the shop.'],
  approved: ['Payment received', 'This payment is done. You can go back to the shop.'],
  refunded: ['Payment refunded', 'The money went back to the card.'],
  charged_back: ['Payment reversed', 'The bank took this payment back.'],
  canceled: ['Payment cancelled', 'Nothing was charged.'],
  expired: ['Payment expired', 'The time for this payment is over. Nothing was charged.'],
};

/** What a payer sees who comes to a payment that takes no card any more. */
export function paymentDoneView(payment: Payment): Html {
  const [title, text] = texts[payment.status] ?? ['Payment closed', 'This payment takes no card any more.'];
  return html`<section class="card pay" aria-labelledby="title">
    <p class="shop">${payment.description || `Order ${payment.reference}`} · ${payment.amount} ${payment.currency}</p>
    <h1 id="title">${title}</h1>
    <p>${text}</p>
    <a class="button" href="${payment.return_url}">Return to the shop</a>
  </section>`;
}
