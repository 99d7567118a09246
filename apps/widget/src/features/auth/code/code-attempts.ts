import type { Runtime } from '../../../platform/runtime.ts';
import { useGoingOn } from '../../../platform/use-going-on.ts';
import { useState, useRef } from 'react';
import { CallCanceled } from '../../../lib/timing/until-answered.ts';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { errorText, failureText } from '../../../lib/format/error-text.ts';
import { ServerFailure } from '../../../lib/api/server-failure.ts';
import { failureItems } from '../../../lib/api/failure-items.ts';
import { readDevice } from '../device.ts';
import { sendSigninCodeEndpoint } from '@causeway/contract/endpoints/send-signin-code.generated';
import { signInByCodeEndpoint } from '@causeway/contract/endpoints/sign-in-by-code.generated';

export interface CodeErrors {
  email?: string | undefined;
  code?: string | undefined;
  second?: string | undefined;
  form?: string | undefined;
}

/** One call at a time, with its complaints sorted to the fields that own them. */
export function useAttempts(runtime: Runtime) {
  const { t } = runtime.texts;
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<CodeErrors>({});
  const [secondHelp, setSecondHelp] = useState<string>();
  const running = useRef(false);
  const goingOn = useGoingOn(runtime);

  function showErrors(items: readonly ErrorItem[]): void {
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
      if (failure instanceof CallCanceled) return;
      if (failure instanceof ServerFailure && failure.errors.length > 0) showErrors(failureItems(failure));
      else setErrors({ form: failureText(failure, t) });
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { isBusy, errors, secondHelp, goingOn, attempt, showErrors, setErrors, setSecondHelp };
}

export function codeCalls({ api, captcha, cookies, native, texts }: Runtime, partnerKey: string) {
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
