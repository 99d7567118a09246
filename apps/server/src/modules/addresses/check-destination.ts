import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { destinationDetails, type Destination } from '../lifecycle/destination.ts';
import type { DestinationRequest } from '../lifecycle/payout-method.ts';
import { checkAddress } from './check-address.ts';
import { checkMemo } from './check-memo.ts';
import { findLookalike } from './find-lookalike.ts';
import { findOwnAddress } from './find-own-address.ts';

/**
 * Where coins are paid out to, in its usual form: sound by its checksum, not ours, and not only like one that the
 * client used before, unless the client has looked and agreed.
 *
 * @throws Refusal REQUIRED, ADDRESS_INVALID, TAG_INVALID, MEMO_INVALID; ADDRESS_LOOKALIKE as a warning
 */
export async function checkDestination(
  context: Pick<AppContext, 'db' | 'config'>,
  { clientId, group, request }: DestinationRequest,
): Promise<Destination> {
  const field = 'dst_address';
  const text = request.dstAddress?.trim() ?? '';
  if (text === '') throw new Refusal({ code: 'REQUIRED', field });
  const checked = checkAddress(group, text, context.config.BITCOIN_NETWORK);
  if (!checked.isValid) throw new Refusal({ code: 'ADDRESS_INVALID', field, values: { reason: checked.reason } });
  const { address } = checked;
  const { tag, memoType, memoValue } = checkMemo(group, request);
  const reason = await findOwnAddress(context, group, address);
  if (reason !== undefined) throw new Refusal({ code: 'ADDRESS_INVALID', field, values: { reason } });
  if (request.isAgreeAddress !== true) {
    const other = await findLookalike(context.db, clientId, group, address);
    if (other !== undefined)
      throw new Refusal({ code: 'ADDRESS_LOOKALIKE', type: 'warning', field, values: { address: other } });
  }
  return { address, tag, details: destinationDetails.parse({ memoType, memoValue }) };
}
