import type { AppContext } from '../../context.ts';

/** Notes where push notifications go on a device, or that they stop. A device belongs to whoever signed in last. */
export async function savePushToken(
  { db, clock }: AppContext,
  input: { clientId: string; deviceId: string; pushToken: string; platform?: string | undefined; isEnabled: boolean },
): Promise<void> {
  const { clientId, deviceId, pushToken, platform = '', isEnabled } = input;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('pushTokens').where('deviceId', '=', deviceId).execute();
    if (!isEnabled) return;
    const row = { clientId, deviceId, pushToken, platform, updatedAt: clock.now() };
    await trx.insertInto('pushTokens').values(row).execute();
  });
}
