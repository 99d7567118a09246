import type { signIn } from '@causeway/contract/calls/sign-in';
import type { AnswerOf } from '@causeway/contract/define-call';
import { signInEndpoint } from '@causeway/contract/endpoints/sign-in.generated';
import { signUpEndpoint } from '@causeway/contract/endpoints/sign-up.generated';
import { startOauthSigninEndpoint } from '@causeway/contract/endpoints/start-oauth-signin.generated';
import { startPasskeySigninEndpoint } from '@causeway/contract/endpoints/start-passkey-signin.generated';
import type { Runtime } from '../../platform/runtime.ts';
import { signByPasskey } from '../../platform/passkeys.ts';
import { readDevice } from './device.ts';
import type { Credentials } from './rules/check-credentials.ts';

/** The form's values beside the button of another provider. */
export interface OauthGiven {
  /** Joins an account that has one. */
  password: string;
  /** A new account requires it; a client who logs in has agreed before. */
  isAgreed: boolean;
  code?: string;
}

export type SignInAnswer = AnswerOf<typeof signIn>;

/** The person, or the browser, cancelled a passkey. */
export class PasskeyStopped extends Error {
  override readonly name = 'PasskeyStopped';
}

/** Every sign-in method, as calls of the server. */
export function createSigninCalls({ api, boot, captcha, cookies, native, texts }: Runtime, partnerKey: string) {
  // In a foreign page's frame the browser keeps no cookie, and the address of the frame alone names the link.
  const referrer = () => new URLSearchParams(boot.path.split('?')[1]).get('ref') ?? cookies.read('ref') ?? '';
  const device = () => readDevice(native.getState().app);
  return {
    /** By e-mail and password; with the agreement to the terms, a new account. */
    async byPassword({ email, password, code, isAgreed, isNews }: Credentials): Promise<SignInAnswer> {
      const isNew = isAgreed !== undefined;
      const gRecaptchaResponse = await captcha.token(isNew ? 'signup' : 'signin');
      const common = { email: email.trim(), password, gRecaptchaResponse, ...device() };
      if (!isNew) return api.call(signInEndpoint, { ...common, ...(code !== undefined && { code }) });
      const also = { partnerKey, referrerId: referrer(), lang: texts.language() };
      const values = { ...common, isAgreeTerms: isAgreed, isNews: isNews === true, ...also };
      return api.call(signUpEndpoint, values);
    },

    /** @throws PasskeyStopped when there was no signature */
    async byPasskey(account: Pick<Credentials, 'email' | 'password'> | undefined): Promise<SignInAnswer> {
      const { options } = await api.call(startPasskeySigninEndpoint, {});
      const passkey = await signByPasskey(options);
      if (passkey === undefined) throw new PasskeyStopped();
      const gRecaptchaResponse = await captcha.token('signin');
      const values = account && { email: account.email.trim(), password: account.password };
      return api.call(signInEndpoint, { ...values, passkey, gRecaptchaResponse, ...device() });
    },

    /** By an external provider, which the app around the widget calls. @returns nothing when the person declined */
    async byOauth(oauthProvider: string, given: OauthGiven): Promise<SignInAnswer | undefined> {
      const { app } = native.getState();
      if (!app) return undefined;
      const { nonce } = await api.call(startOauthSigninEndpoint, {});
      const { token: oauthToken } = await app.call('oauth-authenticate', { provider: oauthProvider, nonce });
      if (oauthToken === null) return undefined;
      const { password, isAgreed: isAgreeTerms, code = '' } = given;
      return api.call(signInEndpoint, {
        oauthProvider,
        oauthToken,
        isAgreeTerms,
        ...(referrer() !== '' && { referrerId: referrer() }),
        lang: texts.language(),
        ...(password !== '' && { password }),
        ...(code !== '' && { code }),
        gRecaptchaResponse: await captcha.token('signin'),
        ...device(),
      });
    },
  };
}
