import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_FOLDER } from '../client-folder.ts';
import type { PartnerDemoConfig } from '../config.ts';
import { escapeHtml } from './escape-html.ts';

export type Theme = 'light' | 'dark' | 'auto';

/** One way of putting the widget on a page. */
export interface Way {
  path: string;
  name: string;
  /** Said above the code. */
  about: string;
  /** File of the browser part. */
  entry: string;
  /** The code that a partner writes, as it really runs on this page. */
  code: (config: PartnerDemoConfig, theme: Theme) => string;
  /** The place of the widget. */
  slot: (config: PartnerDemoConfig, theme: Theme) => string;
}

const source = (file: string) => readFileSync(join(CLIENT_FOLDER, 'shown', file), 'utf8').trim();

const look = 'brand="8a3b22" radius="6px" payin-amount="250"';

const threeLines = ({ productOrigin, partnerKey }: PartnerDemoConfig, theme: Theme) =>
  `<script src="/assets/causeway.js" defer></script>
<causeway-widget origin="${escapeHtml(productOrigin)}" partner-key="${escapeHtml(partnerKey)}"
  theme="${theme}" ${look}></causeway-widget>`;

const opened =
  (display: string, text: string) =>
  ({ productOrigin, partnerKey }: PartnerDemoConfig, theme: Theme) =>
    `<script src="/assets/causeway.js" defer></script>
<causeway-widget origin="${escapeHtml(productOrigin)}" partner-key="${escapeHtml(partnerKey)}"
  display="${display}" theme="${theme}" ${look}>
  <button type="button" class="buy">${text}</button>
</causeway-widget>`;

const merchantLink = ({ productOrigin }: PartnerDemoConfig) =>
  `<a class="buy" href="${escapeHtml(`${productOrigin}/buysell?swMode=merchant&partner_key=pk_test_merchant&purchase_amount=86&purchase_currency=EUR&description=Two notebooks and a pen&partner_order_id=20417`)}">
  Pay 86 EUR with crypto
</a>`;

const emptyBox = ({ productOrigin, partnerKey }: PartnerDemoConfig, theme: Theme) =>
  `<div id="pay" data-origin="${escapeHtml(productOrigin)}" data-partner-key="${escapeHtml(partnerKey)}" data-theme-choice="${theme}"></div>`;

/** The ways that the demo shows, in the order of the menu. */
export const WAYS: readonly Way[] = [
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
    entry: 'script-tag.js',
    code: opened('modal', 'Buy crypto'),
    slot: opened('modal', 'Buy crypto'),
  },
  {
    path: '/popup',
    name: 'Popup',
    about: 'A click opens the widget in a window of its own, which tells this page the same events.',
    entry: 'script-tag.js',
    code: opened('popup', 'Buy crypto in a window'),
    slot: opened('popup', 'Buy crypto in a window'),
  },
  {
    path: '/redirect',
    name: 'Redirect',
    about: 'A click leaves this page for the widget.',
    entry: 'script-tag.js',
    code: opened('redirect', 'Go on to buy crypto'),
    slot: opened('redirect', 'Go on to buy crypto'),
  },
  {
    path: '/module',
    name: 'Module',
    about: 'From a package manager: mount() gives a handle to listen, send, update and unmount.',
    entry: 'module.js',
    code: () => source('module.ts'),
    slot: emptyBox,
  },
  {
    path: '/react',
    name: 'React',
    about: 'A component with a callback for each event; strict mode and server rendering included.',
    entry: 'react.js',
    code: () => source('react.tsx'),
    slot: emptyBox,
  },
  {
    path: '/session',
    name: 'Session token',
    about: 'What matters is fixed by the shop’s server: each load of the widget asks it for a token that works once.',
    entry: 'session.js',
    code: () => `// In the page\n${source('session.ts')}\n\n// On the shop's server\n${source('mint-token.ts')}`,
    slot: emptyBox,
  },
  {
    path: '/link',
    name: 'Merchant link',
    about: 'A link in an e-mail or a QR code: goods for a price, paid with crypto. Nothing of Causeway is on the page.',
    entry: 'script-tag.js',
    code: merchantLink,
    slot: merchantLink,
  },
  {
    path: '/webhooks',
    name: 'Webhooks',
    about: 'Orders are delivered on the signed notice, not on what a browser says. The newest notice stands first.',
    entry: 'script-tag.js',
    code: () => source('receive-notice.ts'),
    slot: () => '<div id="notices"></div>',
  },
];
