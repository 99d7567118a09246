import { listUsedAddresses as listUsedAddressesCall } from '@causeway/contract/calls/list-used-addresses';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { listUsedAddresses } from './list-used-addresses.ts';

/** Addresses used before: C-35a. */
export function addressRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, listUsedAddressesCall, async (input) => {
    const reader = await input.identify();
    if (reader.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
    const addresses = await listUsedAddresses(context, reader.clientId, input.request.payoutGroup);
    return { success: toFlag(true), addresses };
  });
}
