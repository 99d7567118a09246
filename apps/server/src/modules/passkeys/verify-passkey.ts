import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type VerifiedRegistrationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import {
  type ChallengeUse,
  issueChallenge,
  readClientData,
  relyingParty,
  spendChallenge,
  keyAlgorithms,
} from './challenges.ts';
import { holdClient } from '../clients/store.ts';
import { findPasskey, saveUse, selectPasskeys } from './store.ts';
import type { PasskeyAssertion, PasskeyRegistration } from '@causeway/contract/shapes/passkey';
import { isPartnerOrigin } from '../partners/find-partner.ts';

/** What the browser needs to make a passkey sign, as JSON text; one of the client's, or any that its owner picks. */
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

/**
 * Finds the client whose passkey signed a challenge. The device must have verified its owner, and its use counter must
 * have grown: otherwise the passkey is a copy. The challenge is used up with any result.
 *
 * @returns the passkey, or `undefined` for anything that is not right
 */
export async function verifyPasskey(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'log'>,
  response: PasskeyAssertion,
  use: ChallengeUse,
): Promise<{ clientId: string; passkeyId: string } | undefined> {
  const { db, clock, log, config } = context;
  // An act that removes the passkey holds the client first, so that in one transaction it shows nothing afterwards.
  if (use.clientId !== null) await holdClient(db, use.clientId);
  const said = readClientData(response.response.clientDataJSON);
  if (said === undefined || !(await spendChallenge(context, said.challenge, use))) return undefined;
  const passkey = await findPasskey(db, response.id);
  if (passkey === undefined || (use.clientId !== null && use.clientId !== passkey.clientId)) return undefined;
  // Only a frame of a partner's page is accepted, not one of any other site.
  const { topOrigin } = said;
  if (topOrigin !== undefined && !(await isPartnerOrigin(db, topOrigin))) return undefined;
  const { id, origin } = relyingParty(config);
  const newCounter = await verifyAuthenticationResponse({
    response: withoutGaps(response),
    expectedChallenge: said.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    ...(topOrigin !== undefined && { expectedTopOrigin: topOrigin }),
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).then(
    ({ verified, authenticationInfo }) => (verified ? BigInt(authenticationInfo.newCounter) : undefined),
    (error: unknown) => {
      log.warn('a passkey was refused', { error });
      return undefined;
    },
  );
  if (newCounter === undefined) return undefined;
  await holdClient(db, passkey.clientId);
  const { credentialId, counter } = passkey;
  return (await saveUse(db, { credentialId, counter, newCounter, usedAt: clock.now() })) ? passkey : undefined;
}

/** The library distinguishes a missing member from an undefined one. */
function withoutGaps({ authenticatorAttachment, response: { userHandle, ...response }, ...rest }: PasskeyAssertion) {
  return {
    ...rest,
    ...(authenticatorAttachment !== undefined && { authenticatorAttachment }),
    response: { ...response, ...(userHandle !== undefined && { userHandle }) },
  };
}

type Registered = Extract<VerifiedRegistrationResponse, { verified: true }>['registrationInfo'];

export async function verify(
  context: AppContext,
  { clientId, sessionId, credential }: { clientId: string; sessionId: string; credential: PasskeyRegistration },
): Promise<Registered | undefined> {
  const { authenticatorAttachment, ...response } = credential;
  const said = readClientData(response.response.clientDataJSON);
  const use = { purpose: 'add', clientId, sessionId } as const;
  if (said === undefined || !(await spendChallenge(context, said.challenge, use))) return undefined;
  // Only a frame of a partner's page is accepted, not one of any other site.
  const { topOrigin } = said;
  if (topOrigin !== undefined && !(await isPartnerOrigin(context.db, topOrigin))) return undefined;
  const { id, origin } = relyingParty(context.config);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, ...(authenticatorAttachment !== undefined && { authenticatorAttachment }) },
      expectedChallenge: said.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: keyAlgorithms,
    });
    return registrationInfo;
  } catch (error) {
    context.log.warn('a passkey could not be added', { error });
    return undefined;
  }
}
