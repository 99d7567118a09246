// Made from the contract by `npm run endpoints`.
import type { sendEvent } from '../calls/send-event.ts';
import type { EndpointOf } from '../endpoint.ts';

export const sendEventEndpoint: EndpointOf<typeof sendEvent> = {
  method: 'POST',
  path: '/client/send_event',
  keys: ['success'],
  isJson: true,
};
