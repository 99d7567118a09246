import { z } from 'zod';
import type { PaymentProvider } from '../payment-provider.ts';
import { type Html, html } from '../../web/html.ts';
import { testCards } from '../cards.ts';

export const frameQuery = z.object({
  public_key: z.string(),
  origin: z.url({ protocol: /^https?$/ }),
  theme: z.enum(['light', 'dark']).optional().catch(undefined),
});

export function frameBody(provider: PaymentProvider, query: z.infer<typeof frameQuery>): Html {
  return html`<form
    class="frame-form"
    id="card"
    novalidate
    data-path="/${provider.path}"
    data-origin="${query.origin}"
    data-public-key="${query.public_key}"
  >
    <h1 class="hidden">Card</h1>
    ${field('number', 'Card number', 'numeric', 'cc-number')}
    <div class="pair">
      ${field('expiry', 'Expiry date', 'numeric', 'cc-exp', 'MM / YY')}
      ${field('cvc', 'Security code', 'numeric', 'cc-csc', '3 digits')}
    </div>
    <details>
      <summary>Test cards</summary>
      <ul class="rows">
        ${testCards.map(
          (one) =>
            html`<li>
              <button type="button" data-card="${one.number}">${one.number.slice(-4)} <span>${one.label}</span></button>
            </li>`,
        )}
      </ul>
    </details>
  </form>`;
}

function field(name: string, label: string, inputmode: string, autocomplete: string, placeholder = ''): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="${inputmode}"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      aria-describedby="${name}-fault"
      maxlength="23"
      required
    />
    <span class="fault" id="${name}-fault" role="alert"></span>
  </div>`;
}
