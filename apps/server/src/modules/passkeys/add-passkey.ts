import type { PasskeyRegistration } from '@causeway/contract/shapes/passkey';
import { verifyRegistrationResponse, type VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { isPartnerOrigin } from '../partners/is-partner-origin.ts';
import { holdSession } from '../sessions/hold-session.ts';
import { addSecondFactor } from '../two-factor/add-second-factor.ts';
import { spendChallenge } from './challenges.ts';
import { readClientData } from './read-client-data.ts';
import { keyAlgorithms, relyingParty } from './relying-party.ts';
import { insertPasskey } from './store.ts';

type Registered = Extract<VerifiedRegistrationResponse, { verified: true }>['registrationInfo'];

/**
 * Adds a passkey that the browser made for a challenge of this session. It is a second factor from now on.
 *
 * @returns the recovery codes when it is the first one, shown this once; otherwise none
 * @throws Refusal PASSKEY_WRONG, or CONFLICT for one that somebody has
 */
export async function addPasskey(
  context: AppContext,
  input: { clientId: string; sessionId: string; credential: PasskeyRegistration; name: string },
): Promise<string[]> {
  const { clientId, sessionId, credential, name } = input;
  const registered = await verify(context, input);
  if (registered === undefined) throw new Refusal({ code: 'PASSKEY_WRONG' });
  return context.db.transaction().execute(async (trx) => {
    await holdSession(trx, sessionId, context.clock.now());
    const recoveryCodes = await addSecondFactor(context, trx, clientId);
    const isNew = await insertPasskey(trx, {
      credentialId: registered.credential.id,
      passkeyId: newUuid(context),
      clientId,
      publicKey: Buffer.from(registered.credential.publicKey),
      counter: BigInt(registered.credential.counter),
      transports: credential.response.transports,
      name,
      isSynced: registered.credentialDeviceType === 'multiDevice',
      createdAt: context.clock.now(),
    });
    if (!isNew) throw new Refusal({ code: 'CONFLICT' });
    await completeAct(context, trx, 'add a passkey', { clientId, device: name });
    return recoveryCodes;
  });
}

async function verify(
  context: AppContext,
  { clientId, sessionId, credential }: { clientId: string; sessionId: string; credential: PasskeyRegistration },
): Promise<Registered | undefined> {
  const { authenticatorAttachment, ...response } = credential;
  const said = readClientData(response.response.clientDataJSON);
  const use = { purpose: 'add', clientId, sessionId } as const;
  if (said === undefined || !(await spendChallenge(context, said.challenge, use))) return undefined;
  // A frame of a partner's page is told from one of anybody's.
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
