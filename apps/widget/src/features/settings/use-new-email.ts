import { useState } from 'react';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { useSave, type SaveAnswer } from '../../platform/use-save.ts';

/** The two calls of an e-mail that takes the place of another one. */
export interface NewEmailCalls {
  send: (values: {
    email: string;
    lang: string;
    password?: string;
    code?: string;
  }) => Promise<SaveAnswer & { nextEmailRequestInSec?: number }>;
  check: (code: string) => Promise<SaveAnswer>;
}

/** Sends a code to the new address and checks it. */
export function useNewEmail({ send, check }: NewEmailCalls) {
  const { texts } = useRuntime();
  const saving = useSave(['email', 'password', 'code']);
  const [nextAt, setNextAt] = useState(0);
  const secondsLeft = useCountdown(nextAt);
  return {
    ...saving,
    /** Seconds until another code may be requested. */
    secondsLeft,
    /** @returns whether a code may be under way */
    async send(email: string, proof: { password?: string; code?: string }): Promise<boolean> {
      const sent = await saving.run(async () => {
        const answer = await send({ email, lang: texts.language(), ...proof });
        setNextAt(Date.now() + (answer.nextEmailRequestInSec ?? 0) * 1000);
        return answer;
      });
      return sent !== undefined;
    },
    /** @returns whether the address is the client's now */
    async check(code: string): Promise<boolean> {
      return (await saving.run(() => check(code))) !== undefined;
    },
  };
}
