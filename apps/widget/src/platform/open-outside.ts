import type { Native } from './native.ts';

/** Opens another site's page outside of the widget: in a tab, and from an app in the device's browser (2.3-47). */
export function openOutside(native: Native, url: string): void {
  const { app } = native.getState();
  if (app) app.notify('open-outside', { url });
  else window.open(url, '_blank', 'noopener');
}
