import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useRef, useState } from 'react';
import { NetworkFailure } from '../../lib/api/network-failure.ts';
import { ServerFailure } from '../../lib/api/server-failure.ts';
import { errorText } from '../../lib/format/error-text.ts';
import { signByPasskey } from '../../shell/passkeys.ts';
import { useRuntime, useTexts } from '../../shell/runtime.ts';
import { readDevice } from './device.ts';
import { startPasskeySigninEndpoint } from './api/start-passkey-signin.ts';
import { signInEndpoint, type SignInAnswer } from './api/sign-in.ts';
import { signUpEndpoint } from './api/sign-up.ts';
import { checkCredentials, type CredentialFaults, type Credentials } from './rules/check-credentials.ts';

export interface AuthForm {
  isBusy: boolean;
  /** Text under a field; `form` is about the whole. */
  errors: {
    email?: string | undefined;
    password?: string | undefined;
    terms?: string | undefined;
    code?: string | undefined;
    form?: string | undefined;
  };
  /** The account has a second factor, and its code is asked for. */
  isCodeAsked: boolean;
  submit: (credentials: Credentials) => Promise<void>;
  /** Signs in by a passkey; with e-mail and password it stands for the second factor alone. */
  submitPasskey: (account?: Pick<Credentials, 'email' | 'password'>) => Promise<void>;
  /** Takes the complaint about a field back as soon as it changes. */
  clear: (field: 'email' | 'password' | 'terms' | 'code') => void;
}

/** Signs in or registers with a captcha token; one request at a time. */
export function useAuthForm(partnerKey: string, onSignedIn: () => Promise<void>): AuthForm {
  const { api, captcha, native, session, texts } = useRuntime();
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<AuthForm['errors']>({});
  const [isCodeAsked, setCodeAsked] = useState(false);
  const running = useRef(false);

  function complain(items: readonly ErrorItem[]): void {
    const of = (field: string) => {
      const item = items.find((candidate) => candidate.field === field);
      return item && errorText(item, t);
    };
    const rest = items.find((item) => !['email', 'password', 'is_agree_terms', 'code'].includes(item.field));
    const isFirstAsk = items.some((item) => item.code === 'TWO_FACTOR_REQUIRED');
    if (isFirstAsk) setCodeAsked(true);
    const form = items.length === 0 ? t('tpl:common:error:something_went_wrong') : rest && errorText(rest, t);
    setErrors({
      email: of('email'),
      password: of('password'),
      terms: of('is_agree_terms'),
      code: isFirstAsk ? undefined : of('code'),
      form,
    });
  }

  async function send({ email, password, code, isAgreed, isNews }: Credentials): Promise<SignInAnswer> {
    const isNew = isAgreed !== undefined;
    const gRecaptchaResponse = await captcha.token(isNew ? 'signup' : 'signin');
    const common = { email: email.trim(), password, gRecaptchaResponse, ...readDevice(native.getState().app) };
    if (!isNew) return api.call(signInEndpoint, { ...common, ...(code !== undefined && { code }) });
    const values = { ...common, isAgreeTerms: isAgreed, isNews: isNews === true, partnerKey, lang: texts.language() };
    return api.call(signUpEndpoint, values);
  }

  /** @returns nothing when the person stopped it, which is said */
  async function sendPasskey(
    account: Pick<Credentials, 'email' | 'password'> | undefined,
  ): Promise<SignInAnswer | undefined> {
    const { options } = await api.call(startPasskeySigninEndpoint, {});
    const passkey = await signByPasskey(options);
    if (passkey === undefined) {
      setErrors({ form: t('tpl:auth:passkey_stopped') });
      return undefined;
    }
    const gRecaptchaResponse = await captcha.token('signin');
    const device = readDevice(native.getState().app);
    const values = account && { email: account.email.trim(), password: account.password };
    return api.call(signInEndpoint, { ...values, passkey, gRecaptchaResponse, ...device });
  }

  async function submit(credentials: Credentials): Promise<void> {
    const faults = checkCredentials(credentials);
    if (Object.keys(faults).length > 0) return setErrors(faultTexts(faults, t));
    return attempt(() => send(credentials));
  }

  async function attempt(act: () => Promise<SignInAnswer | undefined>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setErrors({});
    try {
      const answer = await act();
      if (answer === undefined) return;
      if (answer.success === 1 && session.set(answer)) await onSignedIn();
      else complain(answer.errors);
    } catch (failure) {
      if (failure instanceof ServerFailure && failure.errors.length > 0) complain(failure.errors);
      else setErrors({ form: t(failure instanceof NetworkFailure ? 'tpl:common:network' : 'tpl:common:error:system') });
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    isBusy,
    errors,
    isCodeAsked,
    submit,
    submitPasskey: (account) => attempt(() => sendPasskey(account)),
    clear: (field) => setErrors((old) => ({ ...old, [field]: undefined })),
  };
}

function faultTexts(faults: CredentialFaults, t: (key: string) => string): AuthForm['errors'] {
  const text = (fault: string | undefined) => (fault === undefined ? undefined : t(`tpl:auth:fault_${fault}`));
  return { email: text(faults.email), password: text(faults.password), terms: text(faults.terms) };
}
