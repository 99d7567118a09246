import { FALLBACK_HEIGHT } from '@causeway/bridge/shared/protocol';
import type { CausewayOptions } from './options.ts';

/** Makes the widget's frame, styled on the element alone so that no rule of the partner's page is needed or changed. */
export function createFrame(options: CausewayOptions): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.allow = 'payment;camera;clipboard-write;publickey-credentials-get;publickey-credentials-create';
  iframe.referrerPolicy = 'origin';
  // An isolated page shows frames of other sites only without their stored things.
  if (window.crossOriginIsolated) iframe.setAttribute('credentialless', '');
  iframe.style.cssText = `display:block;width:100%;height:${FALLBACK_HEIGHT}px;border:0`;
  dressFrame(iframe, options);
  return iframe;
}

/** Sets what may change while the frame lives. */
export function dressFrame(iframe: HTMLIFrameElement, { theme, title }: CausewayOptions): void {
  iframe.title = title ?? 'Causeway: buy and sell crypto';
  // Browsers put an opaque sheet behind a frame whose colour scheme differs from that of its page.
  iframe.style.colorScheme = !theme || theme === 'auto' ? 'light dark' : theme;
}
