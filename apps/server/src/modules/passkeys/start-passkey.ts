import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findClient } from '../clients/find-client.ts';
import { asOwner, type OwnerProof } from '../owner-proof/as-owner.ts';
import { issueChallenge } from './challenges.ts';
import { keyAlgorithms, relyingParty } from './relying-party.ts';
import { selectPasskeys } from './store.ts';

/** More of them are nobody's. */
const passkeysMax = 20;

/**
 * What the browser needs to make a passkey, as JSON text. It must be one that the device itself can find, and that asks
 * its owner for a finger, a face or a PIN: it signs in without anything else.
 *
 * @throws Refusal PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, CONFLICT, SESSION_OVER
 */
export async function startPasskey(context: AppContext, input: OwnerProof & { sessionId: string }): Promise<string> {
  const { clientId, sessionId } = input;
  const { client, own } = await asOwner(context, 'add a passkey', input, async (trx) => ({
    client: await findClient(trx, clientId),
    own: await selectPasskeys(trx, clientId),
  }));
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  if (own.length >= passkeysMax) throw new Refusal({ code: 'CONFLICT' });
  const { id, name } = relyingParty(context.config);
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(clientId),
    userName: client.email,
    challenge: await issueChallenge(context, { purpose: 'add', clientId, sessionId }),
    attestationType: 'none',
    supportedAlgorithmIDs: keyAlgorithms,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}
