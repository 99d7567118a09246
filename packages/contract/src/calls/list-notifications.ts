import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, unixSeconds } from '../fields/fields.ts';

/** An entry of the client's list (3-54, A-114). */
const notification = z.object({
  niceId: z.string(),
  /** 0 until it is read. */
  readAt: unixSeconds,
  createdAt: unixSeconds,
  /** What happened, such as `order-finished` or `new-device`. */
  type: z.string(),
  /** In the caller's language. */
  title: z.string(),
  text: z.string(),
  /** Path of the widget's page that shows it, without a language; may be empty. */
  link: z.string(),
});

/** C-55 What the client was notified of, the newest first, 20 a page (3-55). */
export const listNotifications = defineCall({
  id: 'C-55',
  name: 'listNotifications',
  summary: 'Notifications of the client',
  method: 'POST',
  path: '/notifications',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** `nextPageId` of the page before; empty for the first. */
    pageId: line(100).optional(),
  }),
  answer: z.object({
    success: flag,
    data: z.array(notification),
    /** Of the whole list, counted up to 1 000. */
    unreadCount: z.int(),
    /** Empty on the last page. */
    nextPageId: z.string(),
    errors: errorItems,
  }),
});
