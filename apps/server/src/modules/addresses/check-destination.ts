import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { DestinationRequest } from '../order-lifecycle/payout-method.ts';
import { type Destination, destinationDetails } from '../order-lifecycle/store.ts';
import { checkAddress } from './check-address.ts';
import { findResembled } from '@causeway/domain/addresses/is-lookalike';
import type { Executor } from '../../database/db.ts';
import { getAddress, zeroAddress } from 'viem';
import type { Config } from '../../config/config.ts';
import { isOffered } from '../../config/config-providers.ts';
import { chainNames } from '../../config/config-chains.ts';
import { walletAddress } from '../chain-wallets/wallets.ts';
import { checkMemo } from './check-memo.ts';

/**
 * Where coins are paid out to, in its usual form: with a valid checksum, not ours, and not a lookalike of one that the
 * client used before, unless the client has confirmed it.
 *
 * @throws Refusal REQUIRED, ADDRESS_INVALID, TAG_INVALID, MEMO_INVALID; ADDRESS_LOOKALIKE as a warning
 */
export async function checkDestination(
  context: Pick<AppContext, 'db' | 'config'>,
  { clientId, isOwn, group, request }: DestinationRequest,
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
  if (isOwn && request.isAgreeAddress !== true) {
    const other = await findLookalike(context.db, clientId, group, address);
    if (other !== undefined)
      throw new Refusal({ code: 'ADDRESS_LOOKALIKE', type: 'warning', field, values: { address: other } });
  }
  return { address, tag, details: destinationDetails.parse({ memoType, memoValue }) };
}

/** Most earlier orders compared. */
const ordersMax = 200;
/**
 * A chain address that the client used before this one, and that this one only resembles: the same first and last
 * characters, and others in between. `undefined` when there is none, or when its owner keeps this very one.
 */
async function findLookalike(
  executor: Executor,
  clientId: string,
  network: string,
  address: string,
): Promise<string | undefined> {
  const rows = await executor
    .selectFrom('orders')
    .select('destinationAddress')
    .where('clientId', '=', clientId)
    // A merchant’s payer only typed the client’s e-mail address, and a partner’s coins go to no address of the client.
    .where('isMerchant', '=', false)
    .where('payToPartner', '=', false)
    .where('payoutGroup', '=', network)
    .where('status', 'not in', ['canceled', 'expired'])
    .orderBy('createdAt', 'desc')
    .limit(ordersMax)
    .execute();
  const byFirstUse = [...new Set(rows.toReversed().map(({ destinationAddress }) => destinationAddress))];
  const other = findResembled(byFirstUse, address);
  if (other === undefined) return undefined;
  const kept = await executor
    .selectFrom('savedDestinations')
    .select('destinationId')
    .where('clientId', '=', clientId)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
  return kept === undefined ? other : undefined;
}

const evmNetworks: ReadonlySet<string> = new Set(['ethereum', 'bsc', 'polygon', 'avalanche']);

/** Why a valid chain address is refused as a destination; `undefined` when there is no reason. */
export async function findOwnAddress(
  { db, config }: { db: Executor; config: Config },
  network: string,
  address: string,
): Promise<'own' | 'zero' | 'contract' | undefined> {
  if (evmNetworks.has(network)) {
    if (address === zeroAddress) return 'zero';
    if (config.ETHEREUM_TOKENS.some((token) => getAddress(token.address) === address)) return 'contract';
  }
  const offered = chainNames.filter((chain) => isOffered(config, chain));
  if (offered.some((chain) => address === walletAddress(config, chain))) return 'own';
  const found = await db
    .selectFrom('depositAddresses')
    .select('addressId')
    .where('address', '=', address)
    .executeTakeFirst();
  return found && 'own';
}
