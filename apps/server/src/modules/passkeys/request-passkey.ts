import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import { issueChallenge, type ChallengeUse } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import { selectPasskeys } from './store.ts';

/** What the browser needs to have a passkey sign, as JSON text; one of the client's, or whichever its owner picks. */
export async function requestPasskey(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'random'>,
  use: ChallengeUse,
): Promise<string> {
  const own = use.clientId === null ? [] : await selectPasskeys(context.db, use.clientId);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context.config).id,
    challenge: await issueChallenge(context, use),
    userVerification: 'required',
    allowCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
  return JSON.stringify(options);
}
