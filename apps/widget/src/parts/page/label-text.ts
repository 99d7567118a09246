import type { Translate } from '../../lib/i18n/texts.ts';
import type { OrderLabel } from '../order/order-label.ts';

/** The text of an order's label. A shop's own status has the shop's term where we have none. */
export function labelText(label: OrderLabel, t: Translate): string {
  const shop = /^merchant_(.*)/.exec(label)?.[1];
  return shop === undefined ? t(`tpl:order:${label}`) : t('tpl:order:merchant', { status: shop });
}
