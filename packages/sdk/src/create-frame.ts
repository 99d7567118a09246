import { FALLBACK_HEIGHT } from '@causeway/bridge/shared/protocol';
import type { CausewayOptions } from './options.ts';
import { widgetAddress } from './widget-address.ts';

/** Makes the widget's frame, styled on the element alone so that no rule of the partner's page is needed or changed. */
export function createFrame(options: CausewayOptions): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.allow = 'payment; clipboard-write; camera; publickey-credentials-get';
  iframe.referrerPolicy = 'origin';
  const { style } = iframe;
  style.display = 'block';
  style.width = '100%';
  style.height = `${FALLBACK_HEIGHT}px`;
  style.border = '0';
  dressFrame(iframe, options);
  iframe.src = widgetAddress(options);
  return iframe;
}

/** Sets what may change while the frame lives. */
export function dressFrame(iframe: HTMLIFrameElement, { theme, title }: CausewayOptions): void {
  iframe.title = title ?? 'Causeway: buy and sell crypto';
  // Browsers put an opaque sheet behind a frame whose colour scheme differs from that of its page.
  iframe.style.colorScheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
}
