import type { listCountries } from '@causeway/contract/calls/list-countries';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const countriesEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof listCountries>> = {
  id: 'C-19',
  method: 'POST',
  path: '/data/countries',
  keys: ['data'],
};
