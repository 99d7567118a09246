import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { findClient } from '../clients/store.ts';
import { type OwnerProof, asOwner } from '../owner-proof/as-owner.ts';
import { issueChallenge, keyAlgorithms, relyingParty } from './challenges.ts';
import { deletePasskey, insertPasskey, selectPasskeys } from './store.ts';
import type { PasskeyRegistration } from '@causeway/contract/shapes/passkey';
import { newUuid } from '../../new-uuid.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { lockTwoFactor } from '../two-factor/store.ts';
import { addSecondFactor, endPasskeyFactor } from '../two-factor/second-factor.ts';
import { verify } from './verify-passkey.ts';

/** A client with more than this is not using them as intended. */
const passkeysMax = 20;

/**
 * What the browser needs to make a passkey, as JSON text. It must be discoverable and verify its owner by finger, face
 * or PIN: it signs in without anything else.
 *
 * @throws Refusal PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, CONFLICT, SESSION_OVER
 */
export async function startPasskey(context: AppContext, input: OwnerProof & { sessionId: string }): Promise<string> {
  const { clientId, sessionId } = input;
  // The challenge stands for the proofs, so it is there before an act after them could end it.
  const { client, own, challenge } = await asOwner(context, 'add a passkey', input, async (trx) => ({
    client: await findClient(trx, clientId),
    own: await selectPasskeys(trx, clientId),
    challenge: await issueChallenge({ ...context, db: trx }, { purpose: 'add', clientId, sessionId }),
  }));
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  if (own.length >= passkeysMax) throw new Refusal({ code: 'CONFLICT' });
  const { id, name } = relyingParty(context.config);
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(clientId),
    userName: client.email,
    challenge,
    attestationType: 'none',
    supportedAlgorithmIDs: keyAlgorithms,
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return JSON.stringify(options);
}

type Added = { recoveryCodes: string[] } | { refused: 'PASSKEY_WRONG' | 'CONFLICT' };

/**
 * Adds a passkey that the browser made for a challenge of this session. It is a second factor from this moment.
 *
 * @returns the recovery codes when it is the first one, shown this once; otherwise none
 * @throws Refusal PASSKEY_WRONG, or CONFLICT for one that a client has already
 */
export async function addPasskey(
  context: AppContext,
  input: { clientId: string; sessionId: string; credential: PasskeyRegistration; name: string },
): Promise<string[]> {
  // A challenge is used up with any result, so the transaction commits before it is refused.
  const added = await context.db.transaction().execute((trx) => add(context, trx, input));
  if ('refused' in added) throw new Refusal({ code: added.refused });
  return added.recoveryCodes;
}

async function add(
  context: AppContext,
  trx: Executor,
  { clientId, sessionId, credential, name }: Parameters<typeof addPasskey>[1],
): Promise<Added> {
  // Every act that ends a challenge holds the client, too: it is done, or waits for this one.
  await lockTwoFactor(trx, clientId);
  const registered = await verify({ ...context, db: trx }, { clientId, sessionId, credential });
  if (registered === undefined) return { refused: 'PASSKEY_WRONG' };
  await holdSession(trx, sessionId, context.clock.now());
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
  if (!isNew) return { refused: 'CONFLICT' };
  const recoveryCodes = await addSecondFactor(context, trx, clientId);
  await completeAct(context, trx, 'add a passkey', { clientId, device: name });
  return { recoveryCodes };
}

const act = 'remove a passkey';

/**
 * Removes a passkey; its owner is notified by e-mail. What it opened ends, but for the session that removes it. With
 * the last one two-factor ends, unless there is an authenticator.
 *
 * @throws Refusal PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, NOT_FOUND
 */
export async function removePasskey(
  context: AppContext,
  input: OwnerProof & { sessionId: string; passkeyId: string },
): Promise<void> {
  const { clientId, sessionId, passkeyId } = input;
  await asOwner(context, act, input, async (trx) => {
    const name = await deletePasskey(trx, { clientId, passkeyId });
    if (name === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    await completeAct(context, trx, act, { clientId, sessionId, passkeyId, reason: 'passkey removed', device: name });
    if ((await selectPasskeys(trx, clientId)).length === 0) await endPasskeyFactor(context, trx, clientId);
  });
}
