// Made from the contract by `npm run endpoints`.
import type { listCountries } from '../calls/list-countries.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listCountriesEndpoint: EndpointOf<typeof listCountries> = {
  method: 'POST',
  path: '/data/countries',
  keys: ['success', 'data'],
};
