// Made from the contract by `npm run endpoints`.
import type { updateVerification } from '../calls/update-verification.ts';
import type { EndpointOf } from '../endpoint.ts';

export const updateVerificationEndpoint: EndpointOf<typeof updateVerification> = {
  method: 'POST',
  path: '/verification/update',
  keys: ['success', 'views', 'verificationRequired', 'errors'],
};
