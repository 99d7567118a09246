import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useRef, useState } from 'react';
import { ServerFailure } from '../../lib/api/server-failure.ts';
import { errorText, failureText } from '../../lib/format/error-text.ts';
import type { TokenEvent } from '../../lib/session/session.ts';
import { CallCanceled } from '../../lib/timing/until-answered.ts';
import type { WaitingSignin } from '../../platform/native.ts';
import { useGoingOn } from '../../platform/use-going-on.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { createSigninCalls, PasskeyStopped, type OauthGiven, type SignInAnswer } from './signin-calls.ts';
import { checkCredentials, type CredentialFaults, type Credentials, mayRepeat } from './rules/check-credentials.ts';

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
  /** The account's second factors, in the server's own text; not before one is required. */
  codeHelp: string | undefined;
  submit: (credentials: Credentials) => Promise<void>;
  /** Signs in by a passkey; with e-mail and password it replaces the second factor only. */
  submitPasskey: (account?: Pick<Credentials, 'email' | 'password'>) => Promise<void>;
  /** Answers a sign-in by biometrics that waits for the second factor. */
  submitSecond: (waiting: WaitingSignin, code: string) => Promise<void>;
  /** Signs in by an external provider, which the app around the widget calls. */
  submitOauth: (provider: string, given: OauthGiven) => Promise<void>;
  /**
   * Clears the error of a field as soon as it changes, and gives up a call that waits for the connection with the old
   * values.
   */
  clear: (field: 'email' | 'password' | 'terms' | 'code') => void;
}

/** Signs in or registers with a captcha token; one request at a time. */
export function useAuthForm(partnerKey: string, onSignedIn: () => Promise<void>): AuthForm {
  const runtime = useRuntime();
  const { session } = runtime;
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<AuthForm['errors']>({});
  const [codeHelp, setCodeHelp] = useState<string>();
  const running = useRef(false);
  const calls = createSigninCalls(runtime, partnerKey);
  const goingOn = useGoingOn(runtime);

  function showErrors(items: readonly ErrorItem[]): void {
    const of = (field: string) => {
      const item = items.find((candidate) => candidate.field === field);
      return item && errorText(item, t);
    };
    const rest = items.find((item) => !['email', 'password', 'is_agree_terms', 'code'].includes(item.field));
    const firstAsk = items.find((item) => item.code === 'TWO_FACTOR_REQUIRED');
    if (firstAsk) setCodeHelp(errorText(firstAsk, t));
    const form = items.length === 0 ? t('tpl:common:error:something_went_wrong') : rest && errorText(rest, t);
    setErrors({
      email: of('email'),
      password: of('password'),
      terms: of('is_agree_terms'),
      code: firstAsk ? undefined : of('code'),
      form,
    });
  }

  async function submit(credentials: Credentials): Promise<void> {
    const faults = checkCredentials(credentials);
    if (Object.keys(faults).length > 0) return setErrors(faultTexts(faults, t));
    return attempt(() => goingOn[mayRepeat(credentials) ? 'repeat' : 'once'](() => calls.byPassword(credentials)));
  }

  async function attempt(act: () => Promise<SignInAnswer | undefined>, event?: TokenEvent): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setErrors({});
    try {
      const answer = await act();
      if (answer === undefined) return;
      if (answer.success === 1 && session.set(answer, event)) await onSignedIn();
      else showErrors(answer.errors);
    } catch (failure) {
      if (failure instanceof CallCanceled) return;
      if (failure instanceof PasskeyStopped) setErrors({ form: t('tpl:auth:passkey_stopped') });
      else if (failure instanceof ServerFailure && failure.errors.length > 0) showErrors(failure.errors);
      else setErrors({ form: failureText(failure, t) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    isBusy,
    errors,
    codeHelp,
    submit,
    submitPasskey: (account) => attempt(() => goingOn.once(() => calls.byPasskey(account))),
    submitSecond: (waiting, code) => attempt(() => goingOn.once(() => waiting.signIn(code)), 'biometric'),
    submitOauth: (provider, given) => attempt(() => goingOn.once(() => calls.byOauth(provider, given))),
    clear(field) {
      goingOn.cancel();
      setErrors((old) => ({ ...old, [field]: undefined }));
    },
  };
}

function faultTexts(faults: CredentialFaults, t: (key: string) => string): AuthForm['errors'] {
  const text = (fault: string | undefined) => (fault === undefined ? undefined : t(`tpl:auth:fault_${fault}`));
  return { email: text(faults.email), password: text(faults.password), terms: text(faults.terms) };
}
