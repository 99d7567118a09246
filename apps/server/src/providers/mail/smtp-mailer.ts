import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { ProviderError } from '../provider-error.ts';
import type { Mailer } from './port.ts';

const neverSent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EDNS', 'EAI_AGAIN', 'EHOSTUNREACH']);

type Options = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/** Sends letters over SMTP, on few connections that stay open. */
export function createSmtpMailer(options: Options): Mailer {
  const { hostname } = new URL(options.PUBLIC_URL);
  const transport = createTransport({
    url: options.SMTP_URL,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 8_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, ...letter }) {
      try {
        await transport.sendMail({ ...letter, from: options.MAIL_FROM, messageId: `<${id}@${hostname}>` });
      } catch (error) {
        throw toProviderError(error);
      }
    },
    close: () => transport.close(),
  };
}

function toProviderError(error: unknown): ProviderError {
  const responseCode = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  // Replies of 500 and above are final; the others, and silence, leave open whether the letter went.
  if (responseCode >= 500)
    return new ProviderError('mail', 'refused', { code: String(responseCode), message, cause: error });
  return new ProviderError('mail', neverSent.has(code) ? 'unreachable' : 'unknown', { code, message, cause: error });
}
