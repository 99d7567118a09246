import { defaultLanguage } from '@causeway/domain/languages/languages';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { PushMessage } from '../../providers/push/port.ts';
import { findWrittenLanguage } from '../locales/catalogues.ts';
import { describeEntry } from '../notifications/listed-templates.ts';

/** A device shows a few lines; push services take 4 kB in all. */
const textMax = 500;
/** One that is not listed is kept until every device has it, and no longer than this. */
const unlistedMs = 24 * 3600 * 1000;

/**
 * Sends a notification to the client's devices whose session lives: text and page, nothing else. A device that takes no
 * more messages is forgotten. A message that is sent again after a fault is shown once: its topic is the same.
 *
 * @throws ProviderError when a device did not get it this time
 */
export async function sendPush(context: AppContext, { notificationId }: { notificationId: string }): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const row = await db
    .selectFrom('notifications')
    .innerJoin('clients', 'clients.clientId', 'notifications.clientId')
    .select(['clients.clientId', 'clients.language', 'template', 'parameters', 'isListed'])
    .where('notificationId', '=', notificationId)
    .where('clients.deletedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return;
  const language = findWrittenLanguage(toLanguage(row.language)) ?? defaultLanguage;
  const { title, text, link } = describeEntry(context, language, row);
  const message: PushMessage = {
    title: title.slice(0, textMax),
    text: text.slice(0, textMax),
    path: `${language === defaultLanguage ? '' : `/${language}`}${link === '' ? '/notifications' : link}`,
    topic: notificationId,
  };
  const devices = await selectDevices(db, row.clientId, now);
  const ends = await Promise.allSettled(devices.map((device) => sendTo(context, device, message)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  await forgetUnlisted(db, notificationId, new Date(now.getTime() - unlistedMs));
}

type Device = Awaited<ReturnType<typeof selectDevices>>[number];

async function sendTo(
  { db, providers }: AppContext,
  { platform, pushToken }: Device,
  message: PushMessage,
): Promise<void> {
  const service = platform === 'web' ? providers.push.web : providers.push.app;
  if ((await service?.send(pushToken, message)) !== 'gone') return;
  await db.deleteFrom('pushTokens').where('pushToken', '=', pushToken).execute();
}

/** A session that ended took its tokens along; one that ran out has them still. */
async function selectDevices(db: Executor, clientId: string, now: Date) {
  return db
    .selectFrom('pushTokens')
    .innerJoin('sessions', 'sessions.sessionId', 'pushTokens.sessionId')
    .select(['pushTokens.platform', 'pushTokens.pushToken'])
    .where('pushTokens.clientId', '=', clientId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .execute();
}

async function forgetUnlisted(db: Executor, notificationId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('isListed', '=', false)
    .where((where) => where.or([where('notificationId', '=', notificationId), where('createdAt', '<', before)]))
    .execute();
}
