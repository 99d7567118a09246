import { randomInt } from 'node:crypto';

/** Amount of most orders, in EUR. */
export const amount = '31';

/** The client's account that money comes from and goes to. */
export const clientIban = 'DE89370400440532013000';

/** An order that is paid by card, without its pay-out. */
export const byCard = { payin_currency: 'EUR', payin_group: 'card', payin_amount: amount, is_floating_rate: '0' };

/** What every client agrees to. */
export const agreements = { is_agree_rate: '1', is_agree_name: '1' };

/** A text that only one order carries from its very first effect. */
export function nameOf(): string {
  return `order-${randomInt(2 ** 40).toString(36)}-0`;
}
