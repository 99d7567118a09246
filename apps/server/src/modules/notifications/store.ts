import { eventSwitches, type EventKind } from '@causeway/contract/shapes/notification-switches';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { kindOf } from './listed-templates.ts';

export interface NewNotification {
  notificationId: string;
  clientId: string;
  template: string;
  parameters: Readonly<Record<string, string>>;
  occasion: string;
  createdAt: Date;
}

/**
 * Puts the event of an e-mail into its client's list, once, as far as the client wants it there or on its devices; a
 * closed account gets none.
 *
 * @returns whether it goes to the client's devices
 */
export async function insertNotification(executor: Executor, row: NewNotification): Promise<boolean> {
  const kind = kindOf(row.template);
  if (kind === undefined) return false;
  const { notificationId, clientId, template, parameters, occasion, createdAt } = row;
  const channels: { list?: string; push: string } = eventSwitches[kind];
  const isListed = channels.list === undefined ? sql`true` : sql.ref(`clients.${channels.list}`);
  const isPushed = sql`(${sql.ref(`clients.${channels.push}`)}
    and exists (select from push_tokens where push_tokens.client_id = clients.client_id))`;
  const { rows } = await sql<{ isPushed: boolean }>`
    insert into notifications (notification_id, client_id, template, parameters, occasion, created_at, is_listed)
    select ${notificationId}::uuid, client_id, ${template}, ${JSON.stringify(parameters)}::jsonb, ${occasion},
      ${createdAt}::timestamptz, ${isListed}
    from clients where client_id = ${clientId}::uuid and deleted_at is null and (${isListed} or ${isPushed})
    on conflict (occasion) do nothing
    returning (select ${isPushed} from clients where clients.client_id = notifications.client_id) as is_pushed
  `.execute(executor);
  return rows[0]?.isPushed ?? false;
}

/** Whether the client takes e-mails of a kind, as part of another statement; those of security are always sent. */
export function wantsEmails(clientId: string, kind: Exclude<EventKind, 'security'>): RawBuilder<boolean> {
  const column = sql.ref(eventSwitches[kind].email);
  return sql<boolean>`(select ${column} from clients where client_id = ${clientId}::uuid)`;
}

/** Where a page begins: after this entry. */
export interface NotificationCursor {
  createdAt: Date;
  notificationId: string;
}

/** The newest entries of a client, so many. */
export async function selectNotifications(
  executor: Executor,
  clientId: string,
  { after, limit }: { after: NotificationCursor | undefined; limit: number },
) {
  let query = executor
    .selectFrom('notifications')
    .select(['notificationId', 'template', 'parameters', 'createdAt', 'readAt'])
    .where('clientId', '=', clientId)
    .where('isListed', '=', true);
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(created_at, notification_id) < (${after.createdAt}, ${after.notificationId}::uuid)`,
    );
  return query.orderBy('createdAt', 'desc').orderBy('notificationId', 'desc').limit(limit).execute();
}

/** Unread entries are counted up to so many. */
const unreadMost = 1000;

export async function countUnread(executor: Executor, clientId: string): Promise<number> {
  const unread = executor
    .selectFrom('notifications')
    .select('notificationId')
    .where('clientId', '=', clientId)
    .where('readAt', 'is', null)
    .where('isListed', '=', true)
    .limit(unreadMost);
  const { count } = await executor
    .selectFrom(unread.as('unread'))
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Which entries of a client an act is about; ids of others name nothing. */
export type Chosen = readonly string[] | 'all';

export async function markRead(executor: Executor, clientId: string, chosen: Chosen, readAt: Date): Promise<void> {
  let query = executor
    .updateTable('notifications')
    .set({ readAt })
    .where('clientId', '=', clientId)
    .where('readAt', 'is', null);
  if (chosen !== 'all') query = query.where('notificationId', 'in', [...chosen]);
  await query.execute();
}

export async function deleteNotifications(executor: Executor, clientId: string, chosen: Chosen): Promise<void> {
  let query = executor.deleteFrom('notifications').where('clientId', '=', clientId);
  if (chosen !== 'all') query = query.where('notificationId', 'in', [...chosen]);
  await query.execute();
}

/** The list ends with the account. */
export const notificationsAccount: AccountPart = {
  async close(_context, trx, { clientId }) {
    await deleteNotifications(trx, clientId, 'all');
  },
};
