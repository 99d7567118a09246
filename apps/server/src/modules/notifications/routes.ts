import { deleteNotifications as deleteCall } from '@causeway/contract/calls/delete-notifications';
import { listNotifications as listCall } from '@causeway/contract/calls/list-notifications';
import { readNotifications as readCall } from '@causeway/contract/calls/read-notifications';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { listNotifications } from './list-notifications.ts';
import { type Chosen, countUnread, deleteNotifications, markRead } from './store.ts';

/** C-55 to C-57. */
export function notificationRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context;
  bindCall(app, context, listCall, async ({ request, language, identify }) =>
    listNotifications(context, { clientId: idOf(await identify()), pageId: request.pageId, language }),
  );
  bindCall(app, context, readCall, async ({ request, identify }) => {
    const clientId = idOf(await identify());
    const now = clock.now();
    await markRead(db, clientId, chosenIn(request), now);
    return {
      success: toFlag(true),
      readAt: toUnixSeconds(now),
      unreadCount: await countUnread(db, clientId),
      errors: [],
    };
  });
  bindCall(app, context, deleteCall, async ({ request, identify }) => {
    const clientId = idOf(await identify());
    await deleteNotifications(db, clientId, chosenIn(request));
    return { success: toFlag(true), unreadCount: await countUnread(db, clientId), errors: [] };
  });
}

/** A signed-in client alone: a phone that a wizard was handed to has a client too, and no list. */
function idOf(caller: Caller): string {
  if (caller.kind !== 'client') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return caller.clientId;
}

/** @throws Refusal FIELD_INVALID where neither ids nor all are named */
function chosenIn({
  niceIds,
  isAll,
}: {
  niceIds?: readonly string[] | undefined;
  isAll?: boolean | undefined;
}): Chosen {
  if (isAll === true) return 'all';
  if (niceIds !== undefined) return niceIds;
  throw new Refusal({ code: 'FIELD_INVALID', field: 'nice_ids', values: { fault: 'missing' } });
}
