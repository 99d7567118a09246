// Made from the contract by `npm run endpoints`.
import type { getLimits } from '../calls/get-limits.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getLimitsEndpoint: EndpointOf<typeof getLimits> = {
  method: 'GET',
  path: '/verification',
  keys: ['success', 'orderLimits', 'clientLimits'],
};
