import { toUnixSeconds } from '@causeway/contract/fields/fields';
import type { listNotifications as listCall } from '@causeway/contract/calls/list-notifications';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { describeEntry } from './listed-templates.ts';
import { type NotificationCursor, countUnread, selectNotifications } from './store.ts';

/** Entries a page. */
const pageSize = 20;

/** C-55: a page of a client's list, the newest first, in the reader's language. */
export async function listNotifications(
  context: AppContext,
  { clientId, pageId, language }: { clientId: string; pageId: string | undefined; language: Language },
): Promise<AnswerOf<typeof listCall>> {
  const after = readCursor(pageId);
  const [rows, unreadCount] = await Promise.all([
    // One more than a page holds shows that there is another page.
    selectNotifications(context.db, clientId, { after, limit: pageSize + 1 }),
    countUnread(context.db, clientId),
  ]);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    success: 1,
    data: shown.map(({ notificationId, template, parameters, createdAt, readAt }) => ({
      niceId: notificationId,
      readAt: readAt === null ? 0 : toUnixSeconds(readAt),
      createdAt: toUnixSeconds(createdAt),
      type: template,
      ...describeEntry(context, language, { template, parameters }),
    })),
    unreadCount,
    nextPageId: last === undefined ? '' : `${last.createdAt.getTime()}_${last.notificationId}`,
    errors: [],
  };
}

const cursorForm = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** @throws Refusal FIELD_INVALID for a page that no answer named */
function readCursor(pageId: string | undefined): NotificationCursor | undefined {
  if (pageId === undefined || pageId === '') return undefined;
  const read = cursorForm.safeParse(pageId.split('_'));
  if (!read.success) throw new Refusal({ code: 'FIELD_INVALID', field: 'page_id', values: { fault: 'page' } });
  const [time, notificationId] = read.data;
  return { createdAt: new Date(time), notificationId };
}
