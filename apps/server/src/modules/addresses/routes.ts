import { listUsedAddresses as listUsedAddressesCall } from '@causeway/contract/calls/list-used-addresses';
import { findResembled } from '@causeway/domain/addresses/is-lookalike';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import type { AnswerOf } from '@causeway/contract/define-call';
import { destinationDetails } from '../order-lifecycle/store.ts';

/** Addresses used before: C-35a. */
export function addressRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, listUsedAddressesCall, async (input) => {
    const caller = await input.identify();
    if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
    const addresses = await listUsedAddresses(context, caller.clientId, input.request.payoutGroup);
    return { success: toFlag(true), addresses };
  });
}

type UsedAddress = AnswerOf<typeof listUsedAddressesCall>['addresses'][number];

/** Most earlier orders read. */
const ordersMax = 200;
/** Most addresses in an answer. */
const addressesMax = 20;
/** Money of these has gone to the address or is on its way; an address that was only entered has not proved right. */
const paidStatuses = ['processing', 'finished'];

/**
 * Where orders of a client were paid out to on a network, each address once, with the tag of its last use. One that
 * only resembles an earlier one is not offered: a thief may have used it.
 */
async function listUsedAddresses(
  { db }: Pick<AppContext, 'db'>,
  clientId: string,
  network: string,
): Promise<UsedAddress[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['destinationAddress', 'destinationTag', 'destinationDetails', 'createdAt'])
    .where('clientId', '=', clientId)
    .where('payoutGroup', '=', network)
    .where('status', 'in', paidStatuses)
    .where('destinationAddress', '<>', '')
    // The partner's address is not the client's own.
    .where('isMerchant', '=', false)
    .where('payToPartner', '=', false)
    .orderBy('createdAt', 'desc')
    .limit(ordersMax)
    .execute();
  const byFirstUse = [...new Set(rows.toReversed().map((row) => row.destinationAddress))];
  const used = new Map<string, UsedAddress>();
  for (const row of rows) {
    const { destinationAddress: address } = row;
    if (used.has(address) || findResembled(byFirstUse, address) !== undefined) continue;
    const { memoType, memoValue } = destinationDetails.parse(row.destinationDetails);
    used.set(address, {
      address,
      dstTag: row.destinationTag,
      memoType,
      memoValue,
      usedAt: toUnixSeconds(row.createdAt),
    });
  }
  return [...used.values()].slice(0, addressesMax);
}
