import type { listSessions as listSessionsCall } from '@causeway/contract/calls/list-sessions';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { AppContext } from '../../context.ts';
import { forgottenMark } from '../sessions/end-sessions.ts';
import { listSessionRows } from './store.ts';

const lookBackMs = 90 * 24 * 3600 * 1000;
const listMax = 50;

const reasons: Readonly<Record<string, string>> = {
  'logged out': 'logged_out',
  'ended elsewhere': 'ended_elsewhere',
  'passkey removed': 'ended_elsewhere',
  'login removed': 'ended_elsewhere',
  'password changed': 'password_changed',
  'email changed': 'email_changed',
  'refresh token reused': 'security',
  'ended by operator': 'security',
  'database restored': 'security',
};

/** Where a client is and was signed in. */
export async function listSessions(
  { db, clock }: AppContext,
  { clientId, sessionId }: { clientId: string; sessionId: string },
): Promise<AnswerOf<typeof listSessionsCall>['sessions']> {
  const now = clock.now();
  const rows = await listSessionRows(db, clientId, new Date(now.getTime() - lookBackMs), listMax);
  return rows.map((row) => {
    const endedAt = row.endedAt ?? (row.expiresAt <= now ? row.expiresAt : undefined);
    return {
      id: row.sessionId,
      deviceName: row.deviceName,
      platform: row.platform,
      createdAt: toUnixSeconds(row.createdAt),
      lastSeenAt: toUnixSeconds(row.lastSeenAt),
      endedAt: endedAt === undefined ? 0 : toUnixSeconds(endedAt),
      endReason: endedAt === undefined ? '' : (reasons[(row.endReason ?? '').replace(forgottenMark, '')] ?? 'expired'),
      isCurrent: toFlag(row.sessionId === sessionId),
    };
  });
}
