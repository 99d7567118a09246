// Made from the contract by `npm run endpoints`.
import type { listNotifications } from '../calls/list-notifications.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listNotificationsEndpoint: EndpointOf<typeof listNotifications> = {
  method: 'POST',
  path: '/notifications',
  keys: ['success', 'data', 'unreadCount', 'nextPageId', 'errors'],
};
