// Made from the contract by `npm run endpoints`.
import type { listStates } from '../calls/list-states.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listStatesEndpoint: EndpointOf<typeof listStates> = {
  method: 'POST',
  path: '/data/countries-and-states',
  keys: ['success', 'data'],
};
