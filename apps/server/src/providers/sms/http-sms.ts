import type { Config } from '../../config/config.ts';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { SmsGateway } from './port.ts';

const timeoutMs = 8000;
const name = 'sms';

/** A gateway that takes messages as JSON: `POST {SMS_URL}/v1/messages {to, text}` with a Bearer key. */
export function createHttpSms({ SMS_URL, SMS_KEY }: Pick<Config, 'SMS_URL' | 'SMS_KEY'>): SmsGateway {
  return {
    send: async (message) => {
      const call = {
        method: 'POST' as const,
        headers: { authorization: `Bearer ${SMS_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
      };
      const { status } = await callProvider(name, `${SMS_URL}/v1/messages`, call, timeoutMs);
      if (status >= 200 && status < 300) return;
      throw new ProviderError(name, status === 422 ? 'refused' : 'unknown', { code: `http_${status}`, message: '' });
    },
  };
}
