// Made from the contract by `npm run endpoints`.
import type { openSupportCase } from '../calls/open-support-case.ts';
import type { EndpointOf } from '../endpoint.ts';

export const openSupportCaseEndpoint: EndpointOf<typeof openSupportCase> = {
  method: 'POST',
  path: '/support/cases/new',
  keys: ['success', 'number', 'email', 'errors'],
};
