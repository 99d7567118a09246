import type { getTwoFactor } from '@causeway/contract/calls/get-two-factor';
import type { AnswerOf } from '@causeway/contract/define-call';
import { generateURI } from 'otplib';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findClient } from '../clients/find-client.ts';
import { codePeriod, makeAuthenticatorKey } from '../two-factor/authenticator.ts';
import { hasAuthenticator } from '../two-factor/store.ts';

/**
 * Whether two-factor is on and, while it is off, a fresh key to switch it on with. The key is kept nowhere until
 * it comes back with a right code.
 *
 * @throws Refusal SESSION_OVER for a client that is gone
 */
export async function describeTwoFactor(context: AppContext, clientId: string): Promise<AnswerOf<typeof getTwoFactor>> {
  const client = await findClient(context.db, clientId);
  if (client === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  const state = { error: '', duration: codePeriod } as const;
  if (await hasAuthenticator(context.db, clientId)) return { ...state, isEnabled: 1, key: '', keyNice: '', url: '' };
  const key = makeAuthenticatorKey(context.random);
  const url = generateURI({ issuer: context.config.BRAND_NAME, label: client.email, secret: key });
  return { ...state, isEnabled: 0, key, keyNice: (key.match(/.{1,4}/g) ?? []).join(' '), url };
}
