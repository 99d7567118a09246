// Made from the contract by `npm run endpoints`.
import type { readNotifications } from '../calls/read-notifications.ts';
import type { EndpointOf } from '../endpoint.ts';

export const readNotificationsEndpoint: EndpointOf<typeof readNotifications> = {
  method: 'POST',
  path: '/notifications/read',
  keys: ['success', 'readAt', 'unreadCount', 'errors'],
};
