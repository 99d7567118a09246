import { pagePath } from './payment.ts';
import type { Payment } from './payment.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

/** The page of the card's bank: is it really you? */
export function threeDSecureView(payment: Payment, origin: string): Html {
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
