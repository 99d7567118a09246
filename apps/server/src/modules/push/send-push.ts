import { defaultLanguage } from '@causeway/domain/languages/languages';
import { toLanguage } from '@causeway/domain/languages/server-codes';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { PushMessage } from '../../providers/push/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { findWrittenLanguage } from '../locales/catalogues.ts';
import { describeEntry } from '../notifications/listed-templates.ts';
import { sendPushJob } from './jobs.ts';

/** A device shows a few lines; push services take 4 kB in all. */
const textMax = 500;
/** One that is not listed is kept until every device has it, and no longer than this. */
const unlistedMs = 24 * 3600 * 1000;

/** Seconds before a device that did not take a message gets it again. */
const pauses: readonly number[] = [10, 30, 120, 600, 1800];
/** A device that failed for so long gets each message once: the next one is its retry. */
const retriedMs = 3600 * 1000;
/** A device is forgotten after so many failures in a row, and not within the fault of a service that lasts hours. */
const failuresMax = 10;
const failingMaxMs = 24 * 3600 * 1000;

type Payload = z.output<typeof sendPushJob.payload>;

/**
 * Sends a notification to the client's devices whose session lives: text and page, nothing else. A device that takes no
 * more messages is forgotten; one that fails is tried again by itself. A message that comes twice is shown once: its
 * topic is the same.
 *
 * @throws ProviderError when the app's service, which the operator chose, refuses us to the end
 */
export async function sendPush(context: AppContext, { notificationId, again }: Payload): Promise<void> {
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
  const devices = await selectDevices(db, row.clientId, now, again?.sessionIds);
  const faults = (await Promise.all(devices.map((device) => sendTo(context, device, message)))).filter(
    (fault) => fault !== undefined,
  );
  const attempt = again?.attempt ?? 0;
  const pauseSeconds = pauses[attempt];
  const sessionIds = faults.filter(({ isRetried }) => isRetried).map(({ sessionId }) => sessionId);
  if (sessionIds.length > 0 && pauseSeconds !== undefined) {
    const payload = { notificationId, again: { attempt: attempt + 1, sessionIds } };
    await context.jobs.enqueue(db, sendPushJob, payload, { pauseSeconds, owner: row.clientId });
    return;
  }
  const ours = faults.find(({ isOurs }) => isOurs);
  if (ours !== undefined) throw ours.error;
  await forgetUnlisted(db, notificationId, new Date(now.getTime() - unlistedMs));
}

type Device = Awaited<ReturnType<typeof selectDevices>>[number];

/** Why a device did not get a message. */
interface Fault {
  sessionId: string;
  /** Of the app's service or our account there, and of no device: a person has to see to it. */
  isOurs: boolean;
  isRetried: boolean;
  error: unknown;
}

async function sendTo(context: AppContext, device: Device, message: PushMessage): Promise<Fault | undefined> {
  const { db, providers, log } = context;
  const { platform, pushToken, sessionId, failures } = device;
  const service = platform === 'web' ? providers.push.web : providers.push.app;
  try {
    const taken = await service?.send(pushToken, message);
    if (taken === 'gone') await db.deleteFrom('pushTokens').where('pushToken', '=', pushToken).execute();
    else if (failures > 0)
      await db
        .updateTable('pushTokens')
        .set({ failures: 0, failingSince: null })
        .where('sessionId', '=', sessionId)
        .where('pushToken', '=', pushToken)
        .execute();
    return undefined;
  } catch (error) {
    log.warn('a push message was not taken', { count: failures + 1, error });
    if (platform !== 'web' && !isOfToken(error)) return { sessionId, isOurs: true, isRetried: true, error };
    return { sessionId, isOurs: false, isRetried: await countFailure(context, device), error };
  }
}

/** The app's service answers so where it does not understand one token: what was registered is none. */
function isOfToken(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'refused' && ['400', '404'].includes(error.code);
}

/** @returns whether the device gets this message again; one that failed too long is forgotten */
async function countFailure({ db, clock }: AppContext, device: Device): Promise<boolean> {
  const { sessionId, pushToken, failures, failingSince } = device;
  const now = clock.now();
  const failingMs = now.getTime() - (failingSince ?? now).getTime();
  const isOver = failures + 1 >= failuresMax && failingMs >= failingMaxMs;
  const own = db.updateTable('pushTokens').where('sessionId', '=', sessionId).where('pushToken', '=', pushToken);
  if (isOver) await db.deleteFrom('pushTokens').where('pushToken', '=', pushToken).execute();
  else
    await own
      .set({ failures: sql`failures + 1`, failingSince: sql`coalesce(failing_since, ${now}::timestamptz)` })
      .execute();
  return !isOver && failingMs < retriedMs;
}

/** A session that ended took its tokens along; one that ran out has them still. */
async function selectDevices(db: Executor, clientId: string, now: Date, sessionIds: readonly string[] | undefined) {
  let devices = db
    .selectFrom('pushTokens')
    .innerJoin('sessions', 'sessions.sessionId', 'pushTokens.sessionId')
    .select(['pushTokens.platform', 'pushToken', 'pushTokens.sessionId', 'failures', 'failingSince'])
    .where('pushTokens.clientId', '=', clientId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now);
  if (sessionIds !== undefined) devices = devices.where('pushTokens.sessionId', 'in', [...sessionIds]);
  return devices.execute();
}

async function forgetUnlisted(db: Executor, notificationId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('isListed', '=', false)
    .where((where) => where.or([where('notificationId', '=', notificationId), where('createdAt', '<', before)]))
    .execute();
}
