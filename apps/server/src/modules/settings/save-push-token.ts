import type { PushPlatform } from '@causeway/domain/clients/push-platforms';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';
import { holdSession } from '../sessions/end-sessions.ts';

interface PushRegistration {
  clientId: string;
  sessionId: string;
  deviceId: string;
  pushToken: string;
  platform: PushPlatform;
  isEnabled: boolean;
}

/** Most devices of one client; the one that registered least lately goes. */
const devicesMax = 10;

/**
 * Stores where push notifications of a client go in a session, as long as that lives, or that they stop. The target is
 * the device's own, known only to the device: by it, and not by a name that any caller may send, an earlier owner's
 * notifications on the device end. So does the session's own device by its id, which no answer shows: another one with
 * the session's token stands beside it, and ends nothing of it. The owner is notified of each new one: who gets them
 * reads along for weeks.
 *
 * @throws Refusal FIELD_INVALID for a browser's subscription that is none, or leads into a private network
 */
export async function savePushToken(context: AppContext, input: PushRegistration): Promise<void> {
  const { db, clock } = context;
  const { clientId, sessionId, deviceId, platform, isEnabled } = input;
  const read = readTarget(context, input);
  if (isEnabled && read === undefined)
    throw new Refusal({ code: 'FIELD_INVALID', field: 'push_token', values: { fault: 'json' } });
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await holdSession(trx, sessionId, now);
    const session = await findDevice(trx, sessionId);
    const isOwn = session.deviceId === deviceId;
    const before = await trx
      .deleteFrom('pushTokens')
      .where((where) => {
        const ofSession = where('sessionId', '=', sessionId);
        const others = ofSession.and('deviceId', '<>', session.deviceId);
        return where.or([
          where('target', '=', read?.target ?? input.pushToken),
          where.and([where('clientId', '=', clientId), where('deviceId', '=', deviceId)]),
          // One device beside its own; the own ends that one too when it is turned off.
          ...(isOwn ? (isEnabled ? [] : [ofSession]) : [others]),
        ]);
      })
      .returning(['clientId', 'target'])
      .execute();
    if (!isEnabled || read === undefined) return;
    if (!before.some((row) => row.clientId === clientId && row.target === read.target))
      await queueSecurityEmail(context, trx, clientId, 'push-on', { device: nameDevice(session, input) });
    // Of two requests with one target at the same time one is enough.
    await trx
      .insertInto('pushTokens')
      .values({ clientId, sessionId, deviceId, platform, ...read, updatedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await dropOldest(trx, clientId);
  });
}

/** An app's token is kept until its service is configured; a browser's names the address that we post to. */
function readTarget(context: AppContext, { platform, pushToken }: PushRegistration) {
  if (platform !== 'web') return { pushToken, target: pushToken };
  const read = context.providers.push.web?.read(pushToken);
  return read && { pushToken: read.token, target: read.endpoint };
}

async function dropOldest(trx: Executor, clientId: string): Promise<void> {
  const old = trx
    .selectFrom('pushTokens')
    .select(['sessionId', 'deviceId'])
    .where('clientId', '=', clientId)
    .orderBy('updatedAt', 'desc')
    .orderBy('sessionId')
    .orderBy('deviceId')
    .offset(devicesMax)
    .$asTuple('sessionId', 'deviceId');
  await trx
    .deleteFrom('pushTokens')
    .where(({ eb, refTuple }) => eb(refTuple('sessionId', 'deviceId'), 'in', old))
    .execute();
}

type SessionDevice = Awaited<ReturnType<typeof findDevice>>;

async function findDevice(trx: Executor, sessionId: string) {
  return trx
    .selectFrom('sessions')
    .select(['deviceId', 'deviceName', 'platform'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** A session's name is its own device's: another one that registers by its token is named by its kind alone. */
function nameDevice(session: SessionDevice, { deviceId, platform }: PushRegistration): string {
  const parts = session.deviceId === deviceId ? [session.deviceName, session.platform] : [platform];
  return parts.filter((part) => part !== '').join(', ');
}
