import type { PushPlatform } from '@causeway/domain/clients/push-platforms';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { holdSession } from '../sessions/end-sessions.ts';

interface PushRegistration {
  clientId: string;
  sessionId: string;
  deviceId: string;
  pushToken: string;
  platform: PushPlatform;
  isEnabled: boolean;
}

/**
 * Stores where push notifications of a client go on a device, as long as the session lives, or that they stop. The
 * token is the device's own, known only to the device: by it, and not by a name that any caller may send, an earlier
 * owner's notifications on the device end.
 *
 * @throws Refusal FIELD_INVALID for a browser's subscription that is none, or leads into a private network
 */
export async function savePushToken(context: AppContext, input: PushRegistration): Promise<void> {
  const { db, clock } = context;
  const { clientId, sessionId, deviceId, pushToken, platform, isEnabled } = input;
  // An app's token is kept until its service is configured; a browser's names the address that we post to.
  if (isEnabled && platform === 'web' && context.providers.push.web?.accepts(pushToken) !== true)
    throw new Refusal({ code: 'FIELD_INVALID', field: 'push_token', values: { fault: 'json' } });
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    await holdSession(trx, sessionId, now);
    await trx
      .deleteFrom('pushTokens')
      .where((where) =>
        where.or([
          where('pushToken', '=', pushToken),
          where.and([where('clientId', '=', clientId), where('deviceId', '=', deviceId)]),
        ]),
      )
      .execute();
    if (!isEnabled) return;
    const row = { clientId, sessionId, deviceId, pushToken, platform, updatedAt: now };
    await trx.insertInto('pushTokens').values(row).execute();
  });
}
