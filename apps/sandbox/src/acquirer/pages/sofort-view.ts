import { type Payment, pagePath } from '../payment.ts';
import { type Html, html } from '../../web/html.ts';

/** The TAN that the bank does not take; any other six digits pay. */
export const refusedTan = '000000';

export const sofortBanks: readonly { name: string; isSlow: boolean; hint: string }[] = [
  { name: 'Sandbox Bank', isSlow: false, hint: 'pays at once' },
  { name: 'Patient Bank', isSlow: true, hint: 'pays 5 seconds later' },
];

type SofortPage =
  | { name: 'bank'; fault?: string }
  | { name: 'login'; bank: string; fault?: string }
  | { name: 'tan'; bank: string; login: string; fault?: string };

/** One step of a bank payment. */
export function sofortView(payment: Payment, page: SofortPage): Html {
  const path = pagePath(payment, 'pay');
  return html`<section class="card pay bank" aria-labelledby="title">
    <p class="shop">${payment.description || `Order ${payment.reference}`} · ${payment.amount} ${payment.currency}</p>
    <h1 id="title">${titles[page.name]}</h1>
    ${page.name === 'bank' && payment.status === 'declined' && html`<p class="note bad" role="alert">The bank did not confirm the payment. Try again.</p>`}
    ${page.fault !== undefined && html`<p class="note bad" role="alert" id="fault">${page.fault}</p>`}
    <form method="post" action="${path}" novalidate>${fields(page)}</form>
    <div class="links">
      <a href="${payment.return_url}">Return to the shop</a>
      <form method="post" action="${path}/cancel">
        <button class="plain" type="submit">Cancel this payment</button>
      </form>
    </div>
  </section>`;
}

const titles = { bank: 'Choose your bank', login: 'Log in to your bank', tan: 'Confirm the payment' };

function fields(page: SofortPage): Html {
  if (page.name === 'bank')
    return html`<div class="stack">
      ${sofortBanks.map(
        (bank) =>
          html`<button type="submit" class="button line" name="bank" value="${bank.name}">
            ${bank.name} <span class="hint">${bank.hint}</span>
          </button>`,
      )}
    </div>`;
  const kept = html`<input type="hidden" name="bank" value="${page.bank}" />`;
  if (page.name === 'login')
    return html`${kept}${field('login', 'Login', 'Any text works', 'username', 'text')}${field('pin', 'PIN', 'Any text works', 'off', 'password')}
      <button class="button" type="submit">Log in</button>`;
  return html`${kept}<input type="hidden" name="login" value="${page.login}" />
    ${field('tan', 'TAN', `Any 6 digits; ${refusedTan} is refused`, 'one-time-code', 'text')}
    <button class="button" type="submit">Confirm</button>`;
}

function field(name: string, label: string, hint: string, autocomplete: string, type: string): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <span class="hint" id="${name}-hint">${hint}</span>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      aria-describedby="${name}-hint"
      required
    />
  </div>`;
}
