import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_FOLDER } from '../client-folder.ts';
import type { PartnerDemoConfig } from '../config.ts';
import { bag } from './bag.ts';
import { escapeHtml } from './escape-html.ts';
import { noticeList } from './notice-list.ts';

export type Theme = 'light' | 'dark' | 'auto';

/** What a page is written from. */
export interface Facts extends PartnerDemoConfig {
  theme: Theme;
  /** Where the simulated phone shows the product. */
  phoneUrl: string;
}

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

const source = (file: string) => readFileSync(join(CLIENT_FOLDER, 'shown', file), 'utf8').trim();

const element = ({ productOrigin, partnerKey, theme }: Facts, display: string, content: string) =>
  `<script src="/assets/causeway.js" defer></script>
<causeway-widget origin="${escapeHtml(productOrigin)}" partner-key="${escapeHtml(partnerKey)}"${display}
  theme="${theme}" brand="8a3b22" brand-dark="f0b193" radius="6px" payin-amount="250">${content}</causeway-widget>`;

const threeLines = (facts: Facts) => element(facts, '', '');

function opened(display: string, text: string): Pick<Integration, 'code' | 'slot' | 'entry' | 'note'> {
  const code = (facts: Facts) =>
    element(facts, ` display="${display}"`, `\n  <button type="button" class="buy">${text}</button>\n`);
  return {
    code,
    slot: (facts) => bag(code(facts)),
    entry: 'script-tag.js',
    note: 'No coins yet? Buy some and pay with them.',
  };
}

function merchantLink({ productOrigin, merchantKey }: Facts): string {
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

const emptyBox = ({ productOrigin, theme }: Facts, partnerKey: string) =>
  `<div id="pay" data-origin="${escapeHtml(productOrigin)}" data-partner-key="${escapeHtml(partnerKey)}" data-theme-choice="${theme}"></div>`;

const phone = ({ phoneUrl }: Facts) => `<div class="card"><h2>The widget in an app</h2>
<p>A phone’s app, simulated: it answers the calls of the page as a phone would, with a face, a push token and a back key.
Sign in there, reload, and the face signs in.</p>
<a class="buy" href="${escapeHtml(phoneUrl)}/" target="_blank" rel="noopener">Open the simulated phone</a>
<p class="fine"><code>window.simulatedShell</code> is the device. Real shells: <code>apps/native-shell</code> and <code>docs/native.md</code>.</p></div>`;

/** The methods that the demo shows, in the order of the menu. */
export const INTEGRATIONS: readonly Integration[] = [
  {
    path: '/',
    name: 'Script tag',
    about: 'Three lines of HTML: the script defines the element, attributes are the options.',
    entry: 'script-tag.js',
    code: threeLines,
    slot: threeLines,
  },
  {
    path: '/modal',
    name: 'Modal',
    about: 'A click opens the widget over the page. The browser keeps the focus inside and gives it back.',
    ...opened('modal', 'Buy crypto'),
  },
  {
    path: '/popup',
    name: 'Popup',
    about: 'A click opens the widget in a window of its own, which tells this page the same events.',
    ...opened('popup', 'Buy crypto in a window'),
  },
  {
    path: '/redirect',
    name: 'Redirect',
    about: 'A click leaves this page for the widget.',
    ...opened('redirect', 'Go on to buy crypto'),
  },
  {
    path: '/module',
    name: 'Module',
    about: 'From a package manager: mount() gives a handle to listen, send, update and unmount.',
    entry: 'module.js',
    code: () => source('module.ts'),
    slot: (facts) => emptyBox(facts, facts.partnerKey),
  },
  {
    path: '/react',
    name: 'React',
    about: 'A component with a callback for each event; strict mode and server rendering included.',
    entry: 'react.js',
    code: () => source('react.tsx'),
    slot: (facts) => emptyBox(facts, facts.partnerKey),
  },
  {
    path: '/session',
    name: 'Session token',
    about: 'What matters is fixed by the shop’s server: each load of the widget asks it for a token that works once.',
    entry: 'session.js',
    code: () => `// In the page\n${source('session.ts')}\n\n// On the shop's server\n${source('mint-token.ts')}`,
    slot: (facts) => emptyBox(facts, facts.merchantKey),
    note: 'Goods, price and e-mail are of the shop’s server: nobody can change them here.',
  },
  {
    path: '/link',
    name: 'Merchant link',
    about: 'A link in an e-mail or a QR code: goods for a price, paid with crypto. Nothing of Causeway is on the page.',
    entry: 'script-tag.js',
    code: merchantLink,
    slot: (facts) => bag(merchantLink(facts)),
    note: 'Whoever has the link can edit it: compare the notice with the order before you deliver.',
    isSilent: true,
  },
  {
    path: '/webhooks',
    name: 'Webhooks',
    about:
      'Goods are delivered on the signed notice, not on what a browser says. It may come twice, late or out of order.',
    entry: 'notices.js',
    code: () => source('receive-notice.ts'),
    slot: () => `<div class="card"><h2>Notices to the shop</h2><div id="notices">${noticeList()}</div></div>`,
    note: 'Newest first. Pay on the page of the session token, and they come.',
    isSilent: true,
  },
  {
    path: '/app',
    name: 'In an app',
    about:
      'An app puts one object into the page, and answers its calls. This is the simulated one, from its first line.',
    entry: 'script-tag.js',
    code: () => source('simulated-shell.ts'),
    slot: phone,
    isSilent: true,
  },
];
