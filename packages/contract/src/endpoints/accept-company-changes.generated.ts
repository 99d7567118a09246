// Made from the contract by `npm run endpoints`.
import type { acceptCompanyChanges } from '../calls/accept-company-changes.ts';
import type { EndpointOf } from '../endpoint.ts';

export const acceptCompanyChangesEndpoint: EndpointOf<typeof acceptCompanyChanges> = {
  method: 'POST',
  path: '/client/company_changes/accept',
  keys: ['success', 'errors'],
};
