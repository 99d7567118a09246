// Made from the contract by `npm run endpoints`.
import type { savePushToken } from '../calls/save-push-token.ts';
import type { EndpointOf } from '../endpoint.ts';

export const savePushTokenEndpoint: EndpointOf<typeof savePushToken> = {
  method: 'POST',
  path: '/notifications/push_token',
  keys: ['success', 'errors'],
};
