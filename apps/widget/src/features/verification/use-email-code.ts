import { checkEmailCodeEndpoint } from '@causeway/contract/endpoints/check-email-code.generated';
import { sendEmailCodeEndpoint } from '@causeway/contract/endpoints/send-email-code.generated';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { useEffect, useRef, useState } from 'react';
import { ServerFailure } from '../../lib/api/server-failure.ts';
import { errorText, failureText } from '../../lib/format/error-text.ts';
import { CallCanceled } from '../../lib/timing/until-answered.ts';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { useGoingOn } from '../../platform/use-going-on.ts';
import { useRuntime, useTexts } from '../../platform/runtime.ts';
import { cleanCode, codeLength } from '../../ui/fields/code-input-rules.ts';

export interface EmailCode {
  isChecking: boolean;
  isSending: boolean;
  /** What is wrong with the code, and what else went wrong. */
  error: string | undefined;
  failure: string | undefined;
  /** Seconds until another code may be requested (4.8-04). */
  secondsLeft: number;
  check: (code: string) => Promise<void>;
  /** Sends a code; with an address, to that one from this moment. */
  send: (email: string) => Promise<boolean>;
  clear: () => void;
}

const none = { error: undefined, failure: undefined };

/**
 * Sends codes and checks them. At the start it requests one: right after a registration the server answers how long the
 * last one is still valid.
 */
export function useEmailCode(onVerified: () => Promise<void>): EmailCode {
  const runtime = useRuntime();
  const { api, texts } = runtime;
  const t = useTexts();
  const [isChecking, setChecking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState<Pick<EmailCode, 'error' | 'failure'>>(none);
  const [nextAt, setNextAt] = useState(0);
  const secondsLeft = useCountdown(nextAt);
  const isAsked = useRef(false);
  const goingOn = useGoingOn(runtime);

  const showErrors = (items: readonly ErrorItem[]) => {
    const [first] = items;
    const text = first ? errorText(first, t) : t('tpl:common:error:something_went_wrong');
    setFault(first?.field === 'code' ? { ...none, error: text } : { ...none, failure: text });
  };
  const fail = (failure: unknown) => {
    if (failure instanceof CallCanceled) return;
    if (failure instanceof ServerFailure && failure.errors.length > 0) showErrors(failure.errors);
    else setFault({ ...none, failure: failureText(failure, t) });
  };

  async function send(email: string): Promise<boolean> {
    setSending(true);
    clear();
    try {
      const answer = await api.call(sendEmailCodeEndpoint, { email, lang: texts.language() });
      setNextAt(Date.now() + answer.nextEmailRequestInSec * 1000);
      const isTooSoon = answer.nextEmailRequestInSec > 0 && email === '';
      if (answer.success === 0 && !isTooSoon) showErrors(answer.errors);
      return answer.success === 1;
    } catch (failure) {
      fail(failure);
      return false;
    } finally {
      setSending(false);
    }
  }

  async function check(text: string): Promise<void> {
    const code = cleanCode(text);
    if (code.length !== codeLength || isChecking) return;
    setChecking(true);
    clear();
    try {
      // A right code that comes again is right again.
      const answer = await goingOn.repeat(() => api.call(checkEmailCodeEndpoint, { code }));
      if (answer.success === 1) await onVerified();
      else showErrors(answer.errors);
    } catch (failure) {
      fail(failure);
    } finally {
      setChecking(false);
    }
  }

  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void send('');
  });

  function clear(): void {
    goingOn.cancel();
    setFault(none);
  }

  return { isChecking, isSending, ...fault, secondsLeft, check, send, clear };
}
