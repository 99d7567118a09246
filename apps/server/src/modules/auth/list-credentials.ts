import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { createHash } from 'node:crypto';
import type { ClientCredential } from '@causeway/contract/calls/list-sessions';
import type { Executor } from '../../database/db.ts';
import { selectPasskeys } from '../passkeys/store.ts';
import { deleteHandover, selectHandovers } from '../sessions/handover-store.ts';
import { deleteIdentity, selectIdentities } from '../social-signin/store.ts';

/** The client, and the time. */
interface Asked {
  clientId: string;
  now: Date;
}

/**
 * What opens the client's account, or gets its news, besides passwords and sessions: the newest first. A thief who left
 * one behind is seen by it.
 */
export async function listCredentials(db: Executor, { clientId, now }: Asked): Promise<ClientCredential[]> {
  const devices = await selectDevices(db, { clientId, now });
  const logins = await selectIdentities(db, clientId);
  const passkeys = await selectPasskeys(db, clientId);
  const handovers = await selectHandovers(db, clientId, now);
  const listed: ClientCredential[] = [
    ...devices.map(({ kind, deviceId, name, createdAt }) => ({
      id: nameOf(kind, deviceId),
      kind,
      name,
      createdAt: toUnixSeconds(createdAt),
      lastUsedAt: 0,
    })),
    ...logins.map(({ issuer, subject, createdAt }) => ({
      id: nameOf('login', `${issuer} ${subject}`),
      kind: 'login' as const,
      name: URL.canParse(issuer) ? new URL(issuer).hostname : issuer,
      createdAt: toUnixSeconds(createdAt),
      lastUsedAt: 0,
    })),
    ...handovers.map(({ handoverId, deviceName, createdAt }) => ({
      id: handoverId,
      kind: 'handover' as const,
      name: deviceName,
      createdAt: toUnixSeconds(createdAt),
      lastUsedAt: 0,
    })),
    ...passkeys.map(({ passkeyId, name, createdAt, lastUsedAt }) => ({
      id: passkeyId,
      kind: 'passkey' as const,
      name,
      createdAt: toUnixSeconds(createdAt),
      lastUsedAt: lastUsedAt === null ? 0 : toUnixSeconds(lastUsedAt),
    })),
  ];
  return listed.toSorted((one, other) => other.createdAt - one.createdAt);
}

/**
 * Ends one of them but a passkey, which is a factor and asks for proofs of its own. With a login the sessions end that
 * it opened, but for the one that ends it.
 *
 * @returns what it was, and how many ends that were; `undefined` where it is not there
 */
export async function endCredential(
  trx: Executor,
  asked: Asked & { sessionId: string; id: string },
): Promise<{ kind: ClientCredential['kind']; count: number } | undefined> {
  const { clientId, sessionId, id, now } = asked;
  const device = (await selectDevices(trx, asked)).find(({ kind, deviceId }) => nameOf(kind, deviceId) === id);
  if (device !== undefined) {
    const table = device.kind === 'push' ? 'pushTokens' : 'biometricTokens';
    await trx.deleteFrom(table).where('clientId', '=', clientId).where('deviceId', '=', device.deviceId).execute();
    return { kind: device.kind, count: 1 };
  }
  if (await deleteHandover(trx, clientId, id)) return { kind: 'handover', count: 1 };
  const logins = await selectIdentities(trx, clientId);
  const login = logins.find(({ issuer, subject }) => nameOf('login', `${issuer} ${subject}`) === id);
  if (login === undefined) return undefined;
  const ended = await deleteIdentity(trx, { clientId, loginId: login.loginId, except: sessionId, now });
  return { kind: 'login', count: ended + 1 };
}

/** Tokens of devices, with what the session calls the device. */
async function selectDevices(db: Executor, { clientId, now }: Asked) {
  const biometric = await db
    .selectFrom('biometricTokens as token')
    .leftJoin('sessions', 'sessions.sessionId', 'token.sessionId')
    .select(['token.deviceId', 'token.createdAt', 'sessions.deviceName', 'sessions.platform'])
    .where('token.clientId', '=', clientId)
    .where('token.expiresAt', '>', now)
    .execute();
  const push = await db
    .selectFrom('pushTokens as token')
    .leftJoin('sessions', 'sessions.sessionId', 'token.sessionId')
    .select(['token.deviceId', 'token.updatedAt as createdAt', 'sessions.deviceName', 'sessions.platform'])
    .where('token.clientId', '=', clientId)
    .execute();
  const deviceRow = (kind: 'biometric' | 'push') => (row: (typeof biometric)[number]) => ({
    kind,
    deviceId: row.deviceId,
    createdAt: row.createdAt,
    name: [row.deviceName ?? '', row.platform ?? ''].filter((part) => part !== '').join(', '),
  });
  return [...biometric.map(deviceRow('biometric')), ...push.map(deviceRow('push'))];
}

/** Names a credential without revealing what the device sends to sign in. */
function nameOf(kind: ClientCredential['kind'], secret: string): string {
  return createHash('sha256').update(`${kind}\n${secret}`).digest('base64url').slice(0, 22);
}
