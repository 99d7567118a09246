import { useRef, useState } from 'react';
import { useCountdown } from '../../../lib/timing/use-countdown.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { cleanCode, codeLength } from '../../../ui/fields/code-input-rules.ts';
import { checkCredentials } from '../rules/check-credentials.ts';
import { forgetSentCode, keepSentCode, readSentCode, type SentCode } from './sent-code.ts';
import { type CodeErrors, useAttempts, codeCalls } from './code-attempts.ts';

/** Signing in by an e-mailed code: the address, then the code, then the second factor of an account that has one. */
export function useCodeSignin(partnerKey: string, onSignedIn: () => Promise<void>) {
  const runtime = useRuntime();
  const { session } = runtime;
  const t = useTexts();
  const calls = codeCalls(runtime, partnerKey);
  const [sent, setSent] = useState<SentCode | undefined>(() => readSentCode(Date.now()));
  const left = useRef<SentCode>(undefined);
  const secondsLeft = useCountdown(sent?.nextAt ?? 0);
  const { isBusy, errors, secondHelp, goingOn, attempt, showErrors, setErrors, setSecondHelp } = useAttempts(runtime);

  function send(text: string): Promise<void> {
    const email = text.trim();
    const fault = checkCredentials({ email, password: '-' }).email;
    if (fault) {
      setErrors({ email: t(`tpl:auth:fault_${fault}`) });
      return Promise.resolve();
    }
    return attempt(async () => {
      const last = left.current;
      // No other may be asked for yet, and the one that was sent is good.
      if (sent === undefined && last?.email === email && Date.now() < last.nextAt) return show(last);
      const answer = await goingOn.once(() => calls.send(email));
      if (answer.success === 0) return showErrors(answer.errors);
      const now = Date.now();
      const next = { uuid: answer.uuid, email, sentAt: now, nextAt: now + answer.nextEmailRequestInSec * 1000 };
      show(next);
    });
  }

  function show(next: SentCode): void {
    keepSentCode(next);
    setSecondHelp(undefined);
    setSent(next);
  }

  function check(text: string, secondCode: string): Promise<void> {
    const code = cleanCode(text);
    if (code.length !== codeLength || sent === undefined) return Promise.resolve();
    return attempt(async () => {
      const answer = await goingOn.once(() => calls.check(sent.uuid, code, secondCode));
      if (answer.success === 0 || !session.set(answer)) return showErrors(answer.errors);
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
      goingOn.cancel();
      setErrors((old) => ({ ...old, [field]: undefined, form: undefined }));
    },
    /** Back to the address. */
    restart(): void {
      forgetSentCode();
      left.current = sent;
      setSent(undefined);
      setErrors({});
      setSecondHelp(undefined);
    },
  };
}

export type CodeSignin = ReturnType<typeof useCodeSignin>;
