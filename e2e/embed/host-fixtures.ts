import type { Page } from '@playwright/test';
import { test as base } from '../fixtures.ts';

export interface HostFixtures {
  /** Opens a partner's page with this content and the SDK's script; it records the events of the widgets. */
  openPartner: (body: string, options?: PartnerPage) => Promise<void>;
}

export interface PartnerPage {
  headers?: Readonly<Record<string, string>>;
  /** Attributes of the page's root, such as `dir="rtl"`. */
  root?: string;
  /** Attributes of the SDK's script. */
  script?: string;
  /** Its path at the product. */
  path?: string;
  /** Nonce of the page's own script. */
  nonce?: string;
}

/** Records every event of every widget, since it runs before the SDK's script. */
const recording = `window.heard=[];for(const name of ['ready','update-step','change-order','redirect','change-lang','change-height','change-display','session-refused','options-ignored','close','error'])
document.addEventListener(name,(event)=>{heard.push([event.target.id,name,event.detail instanceof Error?event.detail.message:event.detail]);if(name==='redirect'||name==='error')event.preventDefault()},true)`;

/** Tests of the widget on other sites than its own. */
export const test = base.extend<HostFixtures>({
  // A page that is wrong on purpose reports it in the console.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  quiet: async ({}, provide) => provide(),
  openPartner: ({ page, hosts, stack }, provide) =>
    provide(async (body, { headers = {}, root = '', script = '', path = '/causeway.js', nonce = '' } = {}) => {
      const html = `<!doctype html><html lang="en" ${root}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tidal Books</title><link rel="icon" href="data:,"><script nonce="${nonce}">${recording}</script>
<script src="${stack.productUrl}${path}" ${script} defer></script></head><body>${body}</body></html>`;
      hosts.serve('/shop', { html, headers });
      await page.goto(`${hosts.partner}/shop`);
    }),
});

export { expect } from '@playwright/test';

/** The events of the page's widgets so far: id of the element, event, detail. */
export function readHeard(page: Page): Promise<[id: string, event: string, detail: unknown][]> {
  return page.evaluate('window.heard');
}

/** The events of one widget by name, without its heights. */
export async function eventsOf(page: Page, id = 'pay'): Promise<string[]> {
  const heard = await readHeard(page);
  return heard.filter(([from, event]) => from === id && event !== 'change-height').map(([, event]) => event);
}

/** For things that a widget does when idle, which take time on a busy machine. */
export const slow = { timeout: 30_000 };

interface WidgetElement extends HTMLElement {
  widget: { send: (event: string, payload: object) => void };
}

/** Sends a message into the widget of an element, as the partner's page does. */
export async function send(page: Page, selector: string, event: string, payload: object): Promise<void> {
  const element = page.locator(selector);
  await element.evaluate((found: WidgetElement, message) => found.widget.send(message.event, message.payload), {
    event,
    payload,
  });
}
