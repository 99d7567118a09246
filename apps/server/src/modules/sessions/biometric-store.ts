import type { Executor } from '../../database/db.ts';

export interface BiometricToken {
  tokenHash: Buffer;
  clientId: string;
  deviceId: string;
  /** The token ends with it. */
  sessionId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Gives a device its token; an earlier one ends. */
export async function saveBiometricToken(trx: Executor, token: BiometricToken): Promise<void> {
  const { clientId: _client, deviceId: _device, ...columns } = token;
  await trx
    .insertInto('biometricTokens')
    .values(token)
    .onConflict((conflict) => conflict.columns(['clientId', 'deviceId']).doUpdateSet(columns))
    .execute();
}

/** Uses a token up. @returns its session; `undefined` when it is unknown, expired, or of another device */
export async function spendBiometricToken(
  trx: Executor,
  token: { tokenHash: Buffer; deviceId: string; now: Date },
): Promise<string | undefined> {
  const spent = await trx
    .deleteFrom('biometricTokens')
    .where('tokenHash', '=', token.tokenHash)
    .where('deviceId', '=', token.deviceId)
    .where('expiresAt', '>', token.now)
    .returning('sessionId')
    .executeTakeFirst();
  return spent?.sessionId;
}

/** Ends the token of one device of a client. */
export async function deleteBiometricToken(trx: Executor, clientId: string, deviceId: string): Promise<void> {
  await trx.deleteFrom('biometricTokens').where('clientId', '=', clientId).where('deviceId', '=', deviceId).execute();
}
