import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { checkAddress } from '../../providers/bitcoin/addresses.ts';

/** Methods that this product can carry out today: in by card, out on Bitcoin. */
const payinGroup = 'card';
const payoutGroup = 'bitcoin';

/**
 * The address that an order pays out to, in its usual form.
 *
 * @throws Refusal GROUP_UNKNOWN, REQUIRED or ADDRESS_INVALID
 */
export function checkDestination(
  { config }: Pick<AppContext, 'config'>,
  order: { payinGroup: string; payoutGroup: string; address: string | undefined },
): string {
  if (order.payinGroup !== payinGroup) throw new Refusal({ code: 'GROUP_UNKNOWN', field: 'payin_group' });
  if (order.payoutGroup !== payoutGroup) throw new Refusal({ code: 'GROUP_UNKNOWN', field: 'payout_group' });
  const text = order.address?.trim() ?? '';
  if (text === '') throw new Refusal({ code: 'REQUIRED', field: 'dst_address' });
  const checked = checkAddress(text, config.BITCOIN_NETWORK);
  if (checked.isValid) return checked.address;
  throw new Refusal({ code: 'ADDRESS_INVALID', field: 'dst_address', values: { reason: checked.reason } });
}
