import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Config } from '../../config/config.ts';
import { z } from 'zod';
import type { Executor } from '../../database/db.ts';

const lifetimeMs = 5 * 60_000;

/** What a challenge is for and who may answer it: a client in one session, or any visitor who signs in. */
export type ChallengeUse =
  | { purpose: 'add' | 'confirm'; clientId: string; sessionId: string }
  | { purpose: Extract<ChallengePurpose, 'signin'>; clientId: null; sessionId: null };

/** For a visitor who signs in. */
export const signinUse: ChallengeUse = { purpose: 'signin', clientId: null, sessionId: null };

/** Makes a challenge that is valid once. */
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

/** Uses a challenge up: it is never valid again, not even when it was tried for another purpose. */
export async function spendChallenge(
  context: Pick<AppContext, 'db' | 'clock'>,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const row = await deleteChallenge(context.db, hashChallenge(challenge));
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

/** EdDSA, ES256 and RS256 by their COSE numbers: every authenticator has one of them. */
export const keyAlgorithms = [-8, -7, -257];

/** Relying party of the passkeys: the host of the product's own pages, on whatever site they are framed. */
export function relyingParty({ PUBLIC_URL, BRAND_NAME }: Pick<Config, 'PUBLIC_URL' | 'BRAND_NAME'>) {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { id: hostname, origin, name: BRAND_NAME };
}

const clientData = z.object({ challenge: z.string().max(200), topOrigin: z.string().max(300).optional() });

/** What the browser claims that a passkey signed for; only as trustworthy as the signature over it. */
export function readClientData(clientDataJSON: string): z.output<typeof clientData> | undefined {
  try {
    return clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

/** What a challenge is for. */
export type ChallengePurpose = 'add' | 'confirm' | 'signin';

interface ChallengeRow {
  challengeHash: Buffer;
  purpose: ChallengePurpose;
  clientId: string | null;
  sessionId: string | null;
  expiresAt: Date;
}

export async function insertChallenge(executor: Executor, row: ChallengeRow): Promise<void> {
  await executor.insertInto('passkeyChallenges').values(row).execute();
}

/** Deletes a challenge, whatever it was for. @returns it, when it existed */
export async function deleteChallenge(executor: Executor, challengeHash: Buffer) {
  return executor
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', challengeHash)
    .returning(['purpose', 'clientId', 'sessionId', 'expiresAt'])
    .executeTakeFirst();
}

export async function deleteOldChallenges(executor: Executor, before: Date): Promise<void> {
  await executor.deleteFrom('passkeyChallenges').where('expiresAt', '<', before).execute();
}
