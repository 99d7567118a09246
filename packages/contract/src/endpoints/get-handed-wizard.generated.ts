// Made from the contract by `npm run endpoints`.
import type { getHandedWizard } from '../calls/get-handed-wizard.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getHandedWizardEndpoint: EndpointOf<typeof getHandedWizard> = {
  method: 'POST',
  path: '/verification/handover/wizard',
  keys: ['success', 'wizard', 'walletId', 'documentType', 'isLocked', 'documents', 'errors'],
};
