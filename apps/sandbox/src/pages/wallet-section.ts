import { inputField } from './control-form.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

/** A wallet with ether and tokens, which is connected by the text that the product's page copies. */
export function walletSection(): Html {
  return html`<section class="card" id="wallet" aria-labelledby="wallet-title">
    <h2 id="wallet-title">Wallet</h2>
    <p class="muted">
      Simulated: it connects over WalletConnect and signs what it is asked, from coins of the sandbox.
    </p>
    <form class="line-form" data-call="POST /control/walletconnect/connect">
      ${inputField({ id: 'wallet-uri', label: 'Copied connection (wc:…)', whole: true, name: 'uri', required: true })}
      <button type="submit">Connect and pay</button>
    </form>
  </section>`;
}
