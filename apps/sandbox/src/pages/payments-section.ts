import type { PaymentProvider } from '../acquirer/payment-provider.ts';
import type { Payment } from '../acquirer/payment.ts';
import type { CardPayout } from '../acquirer/payouts.ts';
import type { World } from '../world.ts';
import { callButton } from './control-form.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

const shown = 20;
const open = [
  ['Approve', 'approved'],
  ['Decline', 'declined'],
  ['No funds', 'insufficient_funds'],
  ['Ask the bank', 'challenge'],
] as const;
const paid = [
  ['Refund', 'refunded'],
  ['Charge back', 'chargeback'],
] as const;
const late = [['Approve late', 'approved']] as const;
const disputed = [['Win the dispute', 'won']] as const;

/** Payments of every provider, newest first, each with the actions it allows, and money sent to cards. */
export function paymentsSection(world: World): Html {
  const providers = Object.values(world.payProviders);
  const payments = providers
    .flatMap((provider) => provider.acquirer.list().map((payment) => ({ provider, payment })))
    .toSorted((left, right) => right.payment.created_at - left.payment.created_at);
  const payouts = providers.flatMap((provider) => provider.payouts.list());
  return html`<section class="card" id="payments" data-live aria-labelledby="payments-title">
    <h2 id="payments-title">Payments by card, bank page and wallet</h2>
    ${payments.length === 0 && html`<p class="muted">None yet. They appear when the product asks for one.</p>`}
    ${payments.slice(0, shown).map(({ provider, payment }) => paymentItem(provider, payment))}
    ${payouts.length > 0 && html`<h3>Sent to cards</h3>`} ${payouts.slice(0, shown).map(payoutItem)}
  </section>`;
}

function payoutItem(payout: CardPayout): Html {
  return html`<article class="item">
    <div class="item-head">
      <h3>${payout.reference}</h3>
      <span class="pill ${payout.status === 'paid' ? 'ok' : payout.status !== 'pending' && 'bad'}"
        >${payout.status}</span
      >
    </div>
    <p class="digits">${payout.amount} ${payout.currency} · ${payout.card.brand} ···· ${payout.card.last4}</p>
    ${
      payout.status === 'paid' &&
      html`<div class="actions">
        ${callButton('Send back', `POST /control/acquirer/payouts/${payout.id}`, { status: 'returned' }, payout.reference)}
      </div>`
    }
  </article>`;
}

function paymentItem({ title, webhooks }: PaymentProvider, payment: Payment): Html {
  const sent = webhooks.deliveries.filter((delivery) => delivery.reference === payment.reference);
  const heard = sent.filter((delivery) => delivery.state === 'delivered').length;
  const path = `POST /control/acquirer/payments/${payment.id}`;
  return html`<article class="item">
    <div class="item-head">
      <h3>${payment.reference}</h3>
      <span class="pill ${tone(payment)}">${payment.status.replaceAll('_', ' ')}</span>
    </div>
    <p class="digits">
      ${title} · ${payment.amount}
      ${payment.currency}${payment.card !== null && ` · ${payment.card.brand} ···· ${payment.card.last4}`}${payment.decline_reason !== null && ` · ${payment.decline_reason.replaceAll('_', ' ')}`}
    </p>
    <p class="muted">
      Webhooks answered: ${heard} of ${sent.length} ·
      <a href="${payment.page_url}">Payment page<span class="hidden"> of ${payment.reference}</span></a>
    </p>
    <div class="actions">
      ${actions(payment).map(([label, outcome]) => callButton(label, path, { outcome }, payment.reference))}
    </div>
  </article>`;
}

function actions(payment: Payment): readonly (readonly [string, string])[] {
  if (payment.status === 'approved') return paid;
  if (payment.status === 'expired' || payment.status === 'canceled') return late;
  if (payment.status === 'charged_back') return disputed;
  return payment.status === 'refunded' ? [] : open;
}

function tone(payment: Payment): string {
  if (payment.status === 'approved') return 'ok';
  return payment.status === 'created' || payment.status === 'challenge' ? '' : 'bad';
}
