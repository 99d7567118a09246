import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, unixSeconds } from '../fields/fields.ts';
import { chosenNotifications } from '../shapes/chosen-notifications.ts';

/** C-56 Entries of the client's list were read; those that were read before keep their time. */
export const readNotifications = defineCall({
  id: 'C-56',
  name: 'readNotifications',
  summary: 'Mark notifications read',
  method: 'POST',
  path: '/notifications/read',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object(chosenNotifications),
  example: { isAll: '1' },
  answer: z.object({ success: flag, readAt: unixSeconds, unreadCount: z.int(), errors: errorItems }),
});
