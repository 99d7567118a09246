import type { listUsedAddresses } from '@causeway/contract/calls/list-used-addresses';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

type Answer = AnswerOf<typeof listUsedAddresses>;
export type UsedAddress = Answer['addresses'][number];

export const usedAddressesEndpoint: Endpoint<{ payoutGroup: string }, Answer> = {
  id: 'C-35a',
  method: 'POST',
  path: '/onramp/addresses',
  keys: ['success', 'addresses'],
};
