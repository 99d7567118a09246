import { sendSigninCodeEndpoint } from '@causeway/contract/endpoints/send-signin-code.generated';
import { signInByCodeEndpoint } from '@causeway/contract/endpoints/sign-in-by-code.generated';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useEffect, useRef, useState } from 'react';
import { failureItems } from '../../../lib/api/failure-items.ts';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import { errorText, failureText } from '../../../lib/format/error-text.ts';
import { realTimers } from '../../../lib/timing/timers.ts';
import { createGoingOn, GivenUp } from '../../../lib/timing/until-answered.ts';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { useRuntime, useTexts, type Runtime } from '../../../platform/runtime.ts';
import { cleanCode, codeLength } from '../../../ui/fields/code-input-rules.ts';
import { readDevice } from '../device.ts';
import { checkCredentials } from '../rules/check-credentials.ts';
import { forgetSentCode, keepSentCode, readSentCode, type SentCode } from './sent-code.ts';

interface CodeErrors {
  email?: string | undefined;
  code?: string | undefined;
  second?: string | undefined;
  form?: string | undefined;
}

/** One call at a time, with its complaints sorted to the fields that own them. */
function useAttempts({ network, texts, toasts }: Runtime) {
  const { t } = texts;
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<CodeErrors>({});
  const [secondHelp, setSecondHelp] = useState<string>();
  const running = useRef(false);
  const showWaiting = () => toasts.show({ text: t('tpl:common:error:network') });
  const [goingOn] = useState(() => createGoingOn(network, realTimers, showWaiting));
  useEffect(() => goingOn.giveUp, [goingOn]);

  function complain(items: readonly ErrorItem[]): void {
    const of = (field: string) => items.find((item) => item.field === field);
    const text = (item: ErrorItem | undefined) => item && errorText(item, t);
    const second = of('second_code');
    if (second?.code === 'TWO_FACTOR_REQUIRED') setSecondHelp(errorText(second, t));
    const rest = items.find((item) => !['email', 'code', 'second_code'].includes(item.field));
    setErrors({
      email: text(of('email')),
      code: text(of('code')),
      second: second?.code === 'TWO_FACTOR_REQUIRED' ? undefined : text(second),
      form: items.length === 0 ? t('tpl:common:error:something_went_wrong') : text(rest),
    });
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setErrors({});
    try {
      await act();
    } catch (failure) {
      if (failure instanceof GivenUp) return;
      if (failure instanceof ServerFailure && failure.errors.length > 0) complain(failureItems(failure));
      else setErrors({ form: failureText(failure, t) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { isBusy, errors, secondHelp, goingOn, attempt, complain, setErrors, setSecondHelp };
}

function codeCalls({ api, captcha, cookies, native, texts }: Runtime, partnerKey: string) {
  const device = () => readDevice(native.getState().app);
  return {
    async send(email: string) {
      const { deviceId } = device();
      const gRecaptchaResponse = await captcha.token('signin');
      return api.call(sendSigninCodeEndpoint, { email, lang: texts.language(), deviceId, gRecaptchaResponse });
    },
    check: (uuid: string, code: string, secondCode: string) =>
      api.call(signInByCodeEndpoint, {
        uuid,
        code,
        ...(secondCode !== '' && { secondCode }),
        // The line above the first button says so.
        isAgreeTerms: true,
        referrerId: cookies.read('ref') ?? '',
        partnerKey,
        lang: texts.language(),
        ...device(),
      }),
  };
}

/** Signing in by an e-mailed code: the address, then the code, then the second factor of an account that has one. */
export function useCodeSignin(partnerKey: string, onSignedIn: () => Promise<void>) {
  const runtime = useRuntime();
  const { session } = runtime;
  const t = useTexts();
  const calls = codeCalls(runtime, partnerKey);
  const [sent, setSent] = useState<SentCode | undefined>(() => readSentCode(Date.now()));
  const secondsLeft = useCountdown(sent?.nextAt ?? 0);
  const { isBusy, errors, secondHelp, goingOn, attempt, complain, setErrors, setSecondHelp } = useAttempts(runtime);

  function send(text: string): Promise<void> {
    const email = text.trim();
    const fault = checkCredentials({ email, password: '-' }).email;
    if (fault) {
      setErrors({ email: t(`tpl:auth:fault_${fault}`) });
      return Promise.resolve();
    }
    return attempt(async () => {
      const answer = await goingOn.once(() => calls.send(email));
      if (answer.success === 0) return complain(answer.errors);
      const now = Date.now();
      const next = { uuid: answer.uuid, email, sentAt: now, nextAt: now + answer.nextEmailRequestInSec * 1000 };
      keepSentCode(next);
      setSecondHelp(undefined);
      setSent(next);
    });
  }

  function check(text: string, secondCode: string): Promise<void> {
    const code = cleanCode(text);
    if (code.length !== codeLength || sent === undefined) return Promise.resolve();
    return attempt(async () => {
      const answer = await goingOn.once(() => calls.check(sent.uuid, code, secondCode));
      if (answer.success === 0 || !session.set(answer)) return complain(answer.errors);
      forgetSentCode();
      await onSignedIn();
    });
  }

  return {
    /** Where a code has gone; without it the address is asked. */
    sent,
    isBusy,
    errors,
    /** Names the account's second factors, once one is required. */
    secondHelp,
    secondsLeft,
    send,
    check,
    clear(field: keyof CodeErrors): void {
      goingOn.giveUp();
      setErrors((old) => ({ ...old, [field]: undefined, form: undefined }));
    },
    /** Back to the address. */
    restart(): void {
      forgetSentCode();
      setSent(undefined);
      setErrors({});
      setSecondHelp(undefined);
    },
  };
}

export type CodeSignin = ReturnType<typeof useCodeSignin>;
