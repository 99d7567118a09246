import { isDecimal } from '@causeway/bridge/shared/guards';
import { isOrigin } from '@causeway/bridge/shared/is-origin';
import { anOrigin } from './assert-options.ts';
import { unexpected } from './causeway-error.ts';
import type { CausewayOptions } from './options.ts';
import { widgetAddress } from './widget-address.ts';

/** What an order link holds: options of the widget, and a session token that fixes the important fields. */
export interface OrderLinkOptions extends Omit<
  CausewayOptions,
  'partnerKey' | 'display' | 'needs' | 'title' | 'debug' | 'sessionToken'
> {
  /** Your public partner key; without it the order belongs to no partner. */
  partnerKey?: string | undefined;
  /** A token that your server has just made: the link opens once, within five minutes. */
  sessionToken?: string | undefined;
}

const amounts = ['payinAmount', 'payoutAmount', 'purchaseAmount'] as const;

/**
 * A link that opens the widget on its own, filled in: for e-mails, QR codes and apps. Anyone with the link can edit it.
 * Runs in a browser and on a server.
 *
 * @throws CausewayError when the origin or an amount cannot work, or the description is longer than 160 characters
 * @example
 * orderLink({ origin: 'https://pay.example', partnerKey: 'pk_test_shop', payinCurrency: 'EUR', payinAmount: '250' })
 * // https://pay.example/buysell?partner_key=pk_test_shop&payin_currency=EUR&payin_amount=250
 */
export function orderLink(options: OrderLinkOptions): string {
  const { origin, description } = options;
  if (!isOrigin(origin)) throw unexpected('origin', anOrigin, origin);
  for (const name of amounts)
    if (options[name] && !isDecimal(options[name])) throw unexpected(name, 'decimal text, "250.00"', options[name]);
  // The widget would drop it (2.1-37).
  if (description !== undefined && description.length > 160)
    throw unexpected('description', 'text of at most 160 characters', description);
  return widgetAddress(options, '/buysell');
}
