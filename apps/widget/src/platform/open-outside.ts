import type { Native } from './native.ts';
import type { Runtime } from './runtime.ts';

/** Opens another site's page outside of the widget: in a tab, and from an app in the device's browser (2.3-47). */
export function openOutside(native: Native, url: string): void {
  const { app } = native.getState();
  if (app) app.notify('open-outside', { url });
  else window.open(url, '_blank', 'noopener');
}

/** Read by the script of the page before the application runs, as a return has only the address of the provider. */
const modeKey = 'causeway.mode';

/** What stays of an address when a provider sends the payer back to the product in the same tab. */
const kept = ['partner_key', 'swMode', 'openPurchase'];

/** The tab leaves for a provider's page, and comes back in the mode that its page has now (1-32). */
export function leaveTab({ tab }: Pick<Runtime, 'tab'>, url: string): void {
  keepMode({ tab }, location.search);
  location.assign(url);
}

/** Keeps the mode for the page that comes back, where a link leaves the tab. */
export function keepMode({ tab }: Pick<Runtime, 'tab'>, search: string): void {
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => kept.includes(name)));
  if (query.size > 0) tab.set(modeKey, `?${query.toString()}`);
  else tab.remove(modeKey);
}
