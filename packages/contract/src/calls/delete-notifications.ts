import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { chosenNotifications } from '../shapes/chosen-notifications.ts';

/** C-57 Takes entries out of the client's list. */
export const deleteNotifications = defineCall({
  id: 'C-57',
  name: 'deleteNotifications',
  summary: 'Delete notifications',
  method: 'POST',
  path: '/notifications/delete',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object(chosenNotifications),
  example: { isAll: '1' },
  answer: z.object({ success: flag, unreadCount: z.int(), errors: errorItems }),
});
