// Made from the contract by `npm run endpoints`.
import type { getWizardInfo } from '../calls/get-wizard-info.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getWizardInfoEndpoint: EndpointOf<typeof getWizardInfo> = {
  method: 'POST',
  path: '/verification/info',
  keys: ['success', 'wizard', 'status', 'fields', 'comments', 'documents', 'provider', 'isVerified', 'isLocked', 'errors'],
};
