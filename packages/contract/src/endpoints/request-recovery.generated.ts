// Made from the contract by `npm run endpoints`.
import type { requestRecovery } from '../calls/request-recovery.ts';
import type { EndpointOf } from '../endpoint.ts';

export const requestRecoveryEndpoint: EndpointOf<typeof requestRecovery> = {
  method: 'POST',
  path: '/password/recovery',
  keys: ['success', 'errors'],
};
