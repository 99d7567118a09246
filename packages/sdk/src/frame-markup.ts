import { assertOptions } from './assert-options.ts';
import { FALLBACK_HEIGHT } from '@causeway/bridge/shared/protocol';
import { FRAME_RIGHTS, FRAME_TITLE } from './create-frame.ts';
import type { CausewayOptions } from './options.ts';
import { widgetAddress } from './widget-address.ts';

/** What the address of a frame holds, and its name. A token must have been made already. */
export interface FrameOptions extends Omit<CausewayOptions, 'display' | 'needs' | 'debug' | 'sessionToken'> {
  sessionToken?: string | undefined;
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * The widget's frame as HTML, to write right before a `<causeway-widget>` or the target of `mount` that has the same
 * options: it begins to load with the page, and not only once the script is there. Runs in a browser and on a server.
 *
 * @throws CausewayError when an option cannot work
 * @example
 * frameMarkup({ origin: 'https://pay.example', partnerKey: 'pk_test_shop', payinAmount: '250' })
 * // <iframe src="https://pay.example/widget?partner_key=pk_test_shop&amp;payin_amount=250" title="…" …></iframe>
 */
export function frameMarkup(options: FrameOptions): string {
  assertOptions(options);
  const attributes = Object.entries({
    src: widgetAddress(options),
    title: options.title ?? FRAME_TITLE,
    allow: FRAME_RIGHTS,
    // Not a style: the content policy of a page may forbid those in HTML. The script sets the rest of its own.
    width: '100%',
    height: String(FALLBACK_HEIGHT),
    frameborder: '0',
  });
  const written = attributes.map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}
