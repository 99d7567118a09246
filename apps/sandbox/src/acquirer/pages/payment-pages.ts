import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { anyShop, findShown, paymentDoneView, sendMissing } from './shown-payment.ts';
import { sendPage } from '../../web/send-page.ts';
import { cardOf, declineTexts, testCards } from '../cards.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { type Payment, isOpen, pagePath, takesCard } from '../payment.ts';
import { type CardFaults, type CardFields, readCardForm } from './read-card-form.ts';
import { type Html, html } from '../../web/html.ts';

const noFields: CardFields = { number: '', expiry: '', cvc: '', name: '' };
const sampleFields = { expiry: '12 / 34', cvc: '', name: 'Sam Sandbox' };

/** The hosted payment page of a card provider. It works without JavaScript. */
export function paymentPages(app: FastifyInstance, firm: PaymentProvider): void {
  const { acquirer, vault } = firm;
  app.get('/pay/:id', async (request, reply) => {
    const payment = findShown(firm, request);
    if (payment === undefined) return sendMissing(reply, firm);
    if (payment.status === 'challenge') return follow(reply, payment);
    const chosen = testCards.find(
      (card) => card.number === z.object({ card: z.string() }).safeParse(request.query).data?.card,
    );
    return sendForm(reply, firm, payment, {
      fields: chosen ? { number: chosen.number, ...sampleFields } : noFields,
      faults: {},
    });
  });
  app.post('/pay/:id', async (request, reply) => {
    const payment = findShown(firm, request);
    if (payment === undefined) return sendMissing(reply, firm);
    if (!takesCard(payment)) return follow(reply, payment);
    const { fields, digits, expiry, faults } = readCardForm(request.body);
    if (expiry === undefined || Object.keys(faults).length > 0)
      return sendForm(reply.code(422), firm, payment, { fields, faults });
    return follow(reply, acquirer.charge(payment, vault.keep(cardOf(digits, expiry), false).token));
  });
  app.post('/pay/:id/cancel', async (request, reply) => {
    const payment = findShown(firm, request);
    if (payment === undefined) return sendMissing(reply, firm);
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
  firm: PaymentProvider,
  payment: Payment,
  state: { fields: CardFields; faults: CardFaults },
): FastifyReply {
  const body = takesCard(payment) ? paymentView(payment, state) : paymentDoneView(payment);
  return sendPage(reply, {
    title: `Pay ${payment.amount} ${payment.currency}`,
    firm: firm.title,
    body,
    formTargets: anyShop,
  });
}

type State = { fields: CardFields; faults: CardFaults };

/** The payment form, with its faults and the bank's answer. */
function paymentView(payment: Payment, { fields, faults }: State): Html {
  const refused =
    payment.status === 'declined'
      ? (declineTexts[payment.decline_reason ?? ''] ?? declineTexts['declined'])
      : undefined;
  return html`<section class="card pay" aria-labelledby="title">
      <p class="shop">${payment.description || `Order ${payment.reference}`}</p>
      <h1 id="title" class="amount">${payment.amount} <span>${payment.currency}</span></h1>
      ${refused !== undefined && html`<p class="note bad" role="alert"><strong>Payment declined.</strong> ${refused}</p>`}
      ${faultSummary(faults)}
      <form method="post" action="${pagePath(payment, 'pay')}" novalidate>
        ${field({ name: 'number', label: 'Card number', value: fields.number, fault: faults.number, inputmode: 'numeric', autocomplete: 'cc-number' })}
        <div class="pair">
          ${field({ name: 'expiry', label: 'Expiry date', hint: 'MM / YY', value: fields.expiry, fault: faults.expiry, inputmode: 'numeric', autocomplete: 'cc-exp' })}
          ${field({ name: 'cvc', label: 'Security code', hint: '3 digits on the back', value: '', fault: faults.cvc, inputmode: 'numeric', autocomplete: 'cc-csc' })}
        </div>
        ${field({ name: 'name', label: 'Name on the card', value: fields.name, fault: faults.name, inputmode: 'text', autocomplete: 'cc-name' })}
        <button class="button" type="submit">Pay ${payment.amount} ${payment.currency}</button>
      </form>
      <div class="links">
        <a href="${payment.return_url}">Return to the shop</a>
        <form method="post" action="${pagePath(payment, 'pay')}/cancel">
          <button class="plain" type="submit">Cancel this payment</button>
        </form>
      </div>
    </section>
    ${cardList(payment)}`;
}

function faultSummary(faults: CardFaults): Html | undefined {
  const entries = Object.entries(faults);
  if (entries.length === 0) return undefined;
  return html`<div class="note bad" role="alert">
    <strong>Please check ${entries.length === 1 ? 'one field' : `${entries.length} fields`}.</strong>
    <ul>
      ${entries.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}
    </ul>
  </div>`;
}

type Field = {
  name: string;
  label: string;
  hint?: string;
  value: string;
  fault: string | undefined;
  inputmode: string;
  autocomplete: string;
};

function field(input: Field): Html {
  const described = [input.hint && `${input.name}-hint`, input.fault && `${input.name}-fault`]
    .filter(Boolean)
    .join(' ');
  return html`<div class="field">
    <label for="${input.name}">${input.label}</label>
    ${input.hint !== undefined && html`<span class="hint" id="${input.name}-hint">${input.hint}</span>`}
    <input
      id="${input.name}"
      name="${input.name}"
      value="${input.value}"
      inputmode="${input.inputmode}"
      autocomplete="${input.autocomplete}"
      required
      ${input.fault !== undefined && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}
    />
    ${input.fault !== undefined && html`<span class="fault" id="${input.name}-fault">${input.fault}</span>`}
  </div>`;
}

function cardList(payment: Payment): Html {
  const rows = testCards.map(
    (card) =>
      html`<li>
        <a href="${pagePath(payment, 'pay')}?card=${card.number}"
          ><span class="digits">${spaced(card.number)}</span> <span>${card.label}</span></a
        >
      </li>`,
  );
  return html`<section class="card cards" aria-labelledby="cards">
    <h2 id="cards">Test cards</h2>
    <p>Choose one and the form is filled in. Any expiry date ahead and any code work.</p>
    <ul>
      ${rows}
    </ul>
  </section>`;
}

function spaced(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
