// Made from the contract by `npm run endpoints`.
import type { getCalculation } from '../calls/get-calculation.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getCalculationEndpoint: EndpointOf<typeof getCalculation> = {
  method: 'GET',
  path: '/onramp/calc',
  keys: ['calc', 'limits', 'errors'],
};
