import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { insertChallenge, takeChallenge, type ChallengePurpose } from './store.ts';

const lifetimeMs = 5 * 60_000;

/** What a challenge is for and who may answer it: a client in one session, or anybody who signs in. */
export type ChallengeUse =
  | { purpose: 'add' | 'confirm'; clientId: string; sessionId: string }
  | { purpose: Extract<ChallengePurpose, 'signin'>; clientId: null; sessionId: null };

/** For whoever signs in. */
export const signinUse: ChallengeUse = { purpose: 'signin', clientId: null, sessionId: null };

/** Makes a challenge that works once. */
export async function issueChallenge(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  use: ChallengeUse,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(context.random.bytes(32));
  await insertChallenge(context.db, {
    ...use,
    challengeHash: hashChallenge(Buffer.from(challenge).toString('base64url')),
    expiresAt: new Date(context.clock.now().getTime() + lifetimeMs),
  });
  return challenge;
}

/** Uses a challenge up: it never works again, not even where it was tried for something else. */
export async function spendChallenge(
  context: Pick<AppContext, 'db' | 'clock'>,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const row = await takeChallenge(context.db, hashChallenge(challenge));
  return (
    row !== undefined &&
    row.purpose === use.purpose &&
    row.clientId === use.clientId &&
    row.sessionId === use.sessionId &&
    row.expiresAt > context.clock.now()
  );
}

function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
