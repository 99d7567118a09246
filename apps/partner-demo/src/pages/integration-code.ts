import { frameMarkup } from '@causeway/sdk/server';
import type { PartnerDemoConfig } from '../config.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_FOLDER } from '../client-folder.ts';
import { escapeHtml } from './escape-html.ts';
import { bag } from './bag.ts';

export type Theme = 'light' | 'dark' | 'auto';

/** What a page is written from. */
export interface Facts extends PartnerDemoConfig {
  theme: Theme;
  /** Where the simulated phone shows the product. */
  phoneUrl: string;
}

export const source = (file: string) => readFileSync(join(CLIENT_FOLDER, 'shown', file), 'utf8').trim();

// Deferred: the shop adds its listeners in a module, and an async script may send `ready` before them.
const element = ({ productOrigin, partnerKey, theme }: Facts, display: string, content: string, frame = '') =>
  `<script src="/assets/causeway.js" defer></script>
${frame}<causeway-widget origin="${escapeHtml(productOrigin)}" partner-key="${escapeHtml(partnerKey)}"${display}
  theme="${theme}" brand="8a3b22" brand-dark="f0b193" radius="6px" payin-amount="250">${content}</causeway-widget>`;

export const threeLines = (facts: Facts) => element(facts, '', '');

/** The frame has the options of the element. */
export function frameFirst(facts: Facts): string {
  const { productOrigin: origin, partnerKey, theme } = facts;
  const look = { theme, brand: '8a3b22', brandDark: 'f0b193', radius: '6px' };
  return element(facts, '', '', `${frameMarkup({ origin, partnerKey, ...look, payinAmount: '250' })}\n`);
}

export function opened(display: string, text: string): Pick<Integration, 'code' | 'slot' | 'entry' | 'note'> {
  const code = (facts: Facts) =>
    element(facts, ` display="${display}"`, `\n  <button type="button" class="buy">${text}</button>\n`);
  return {
    code,
    slot: (facts) => bag(code(facts)),
    entry: 'script-tag.js',
    note: 'No coins yet? Buy some and pay with them.',
  };
}

export function merchantLink({ productOrigin, merchantKey }: Facts): string {
  const fields = new URLSearchParams({
    swMode: 'merchant',
    partner_key: merchantKey,
    purchase_amount: '109',
    purchase_currency: 'EUR',
    description: 'Order 20417 · ships within 2 days',
    partner_order_id: '20417',
  });
  return `<a class="buy" href="${escapeHtml(`${productOrigin}/buysell?${fields.toString()}`)}">
  Pay 109 EUR with crypto
</a>`;
}

export const emptyBox = ({ productOrigin, theme }: Facts, partnerKey: string) =>
  `<div id="pay" data-origin="${escapeHtml(productOrigin)}" data-partner-key="${escapeHtml(partnerKey)}" data-theme-choice="${theme}"></div>`;

export const phone = ({ phoneUrl }: Facts) => `<div class="card"><h2>The widget in an app</h2>
<p>A phone’s app, simulated: it answers the calls of the page as a phone would, with a face, a push token and a back key.
Sign in there, reload, and the face signs in.</p>
<a class="buy" href="${escapeHtml(phoneUrl)}/" target="_blank" rel="noopener">Open the simulated phone</a>
<p class="fine"><code>window.simulatedShell</code> is the device. Real shells: <code>apps/native-shell</code> and <code>docs/native.md</code>.</p></div>`;

/** One method of putting the widget on a page. */
export interface Integration {
  path: string;
  name: string;
  /** Text above the code. */
  about: string;
  /** File of the browser part. */
  entry: string;
  /** The code that a partner writes, as it really runs on this page. */
  code: (facts: Facts) => string;
  /** The place of the widget. */
  slot: (facts: Facts) => string;
  /** Text below the widget. */
  note?: string;
  /** The page has no widget of its own to talk to. */
  isSilent?: boolean;
}
