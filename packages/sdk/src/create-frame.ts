import { FALLBACK_HEIGHT } from '@causeway/bridge/shared/protocol';
import type { CausewayOptions } from './options.ts';

/** What the frame may do. */
export const FRAME_RIGHTS = 'payment;camera;clipboard-write;publickey-credentials-get;publickey-credentials-create';
/** Its name where the page gives none. */
export const FRAME_TITLE = 'Buy and sell crypto';

/**
 * The widget's frame: the one that the page's own HTML has right before the element, or else a new one. Styled on the
 * frame alone, so that no rule of the partner's page is needed or changed.
 */
export function createFrame(options: CausewayOptions, { previousElementSibling: before }: Element): HTMLIFrameElement {
  const isWritten = before instanceof HTMLIFrameElement && before.src.startsWith(options.origin);
  const iframe = isWritten ? before : document.createElement('iframe');
  iframe.allow = FRAME_RIGHTS;
  iframe.referrerPolicy = 'origin';
  // An isolated page shows frames of other sites only without their stored things.
  if (window.crossOriginIsolated) iframe.setAttribute('credentialless', '');
  iframe.style.cssText = `display:block;width:100%;height:${FALLBACK_HEIGHT}px;border:0`;
  dressFrame(iframe, options);
  return iframe;
}

/** Sets what may change while the frame lives. */
export function dressFrame(iframe: HTMLIFrameElement, { theme, title }: CausewayOptions): void {
  iframe.title = title ?? FRAME_TITLE;
  // Browsers put an opaque sheet behind a frame whose colour scheme differs from that of its page.
  iframe.style.colorScheme = !theme || theme === 'auto' ? 'light dark' : theme;
}
