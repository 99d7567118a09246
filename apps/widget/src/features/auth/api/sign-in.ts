import type { signIn } from '@causeway/contract/calls/sign-in';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

/** By e-mail and password, by what a passkey signed, by the token that the device keeps, or by one of another firm. */
export type SignInValues = (
  | { email: string; password: string; passkey?: string }
  | { passkey: string }
  | { biometricToken: string }
  | { oauthProvider: string; oauthToken: string; password?: string; isAgreeTerms: boolean; lang: string }
) & {
  /** Of the authenticator. */
  code?: string;
  gRecaptchaResponse: string;
  deviceId: string;
  deviceName: string;
  platform: string;
  appVersion?: string;
};
export type SignInAnswer = AnswerOf<typeof signIn>;

export const signInEndpoint: Endpoint<SignInValues, SignInAnswer> = {
  id: 'C-07',
  method: 'POST',
  path: '/signin',
  isTraced: true,
  keys: ['success', 'access', 'refresh'],
};
