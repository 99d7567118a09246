// Made from the contract by `npm run endpoints`.
import type { deleteNotifications } from '../calls/delete-notifications.ts';
import type { EndpointOf } from '../endpoint.ts';

export const deleteNotificationsEndpoint: EndpointOf<typeof deleteNotifications> = {
  method: 'POST',
  path: '/notifications/delete',
  keys: ['success', 'unreadCount', 'errors'],
};
