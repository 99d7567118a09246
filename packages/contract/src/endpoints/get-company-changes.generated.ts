// Made from the contract by `npm run endpoints`.
import type { getCompanyChanges } from '../calls/get-company-changes.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getCompanyChangesEndpoint: EndpointOf<typeof getCompanyChanges> = {
  method: 'POST',
  path: '/client/company_changes',
  keys: ['success', 'version', 'title', 'text', 'companyName'],
};
