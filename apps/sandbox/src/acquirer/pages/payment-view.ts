import type { CardFields, CardFaults } from './read-card-form.ts';
import { type Payment, pagePath } from '../payment.ts';
import { type Html, html } from '../../web/html.ts';
import { declineTexts, testCards } from '../cards.ts';

type State = { fields: CardFields; faults: CardFaults };

/** The payment form, with its faults and the bank's answer. */
export function paymentView(payment: Payment, { fields, faults }: State): Html {
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
    <p>Choose one and the form is filled in, but for the code: any three digits work. So does any expiry date ahead.</p>
    <ul>
      ${rows}
    </ul>
  </section>`;
}

function spaced(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
