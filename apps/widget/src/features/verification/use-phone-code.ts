import { checkPhoneCodeEndpoint } from '@causeway/contract/endpoints/check-phone-code.generated';
import { sendPhoneCodeEndpoint } from '@causeway/contract/endpoints/send-phone-code.generated';
import { useState } from 'react';
import { useCountdown } from '../../lib/timing/use-countdown.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';

/** The owner's proof for another number than the confirmed one. */
export interface PhoneProof {
  password?: string;
  code?: string;
}

/** Sends a code by text message and checks it. */
export function usePhoneCode() {
  const { api, captcha } = useRuntime();
  const saving = useSave(['phone', 'code', 'password']);
  const [nextAt, setNextAt] = useState(0);
  const secondsLeft = useCountdown(nextAt);
  return {
    ...saving,
    /** Seconds until another code may be requested. */
    secondsLeft,
    /** @returns whether a code is under way */
    async send(phone: string, country: string, proof: PhoneProof = {}): Promise<boolean> {
      const sent = await saving.run(async () => {
        const gRecaptchaResponse = await captcha.token('phone');
        const answer = await api.call(sendPhoneCodeEndpoint, { phone, country, ...proof, gRecaptchaResponse });
        setNextAt(Date.now() + answer.nextSmsRequestInSec * 1000);
        return answer;
      });
      return sent !== undefined;
    },
    async check(phone: string, code: string): Promise<boolean> {
      return (await saving.run(() => api.call(checkPhoneCodeEndpoint, { phone, code }))) !== undefined;
    },
  };
}
