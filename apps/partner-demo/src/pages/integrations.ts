import { bag } from './bag.ts';
import { webhookList } from './webhook-list.ts';
import {
  source,
  threeLines,
  frameFirst,
  opened,
  merchantLink,
  emptyBox,
  phone,
  type Integration,
} from './integration-code.ts';

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
    path: '/frame-first',
    name: 'Frame first',
    about: 'The frame is in the HTML of the page, so it loads beside the script, which takes it for the element’s.',
    entry: 'script-tag.js',
    code: frameFirst,
    slot: frameFirst,
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
    note: 'Anyone with the link can edit it: compare the notice with the order before you deliver.',
    isSilent: true,
  },
  {
    path: '/webhooks',
    name: 'Webhooks',
    about:
      'Goods are delivered on the signed notice, not on what a browser says. It may come twice, late or out of order.',
    entry: 'notices.js',
    code: () => source('receive-webhook.ts'),
    slot: () => `<div class="card"><h2>Notices to the shop</h2><div id="notices">${webhookList()}</div></div>`,
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
