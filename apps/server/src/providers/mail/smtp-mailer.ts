import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import { ProviderError } from '../provider-error.ts';
import type { Mailer } from './port.ts';

type Options = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/** Open at most, to the owners of accounts and to addresses that anybody may have typed. */
const connections = { owners: 3, strangers: 12 } as const;

/** Sends e-mails over SMTP, on few connections that stay open. */
export function createSmtpMailer(options: Options): Mailer {
  const { hostname } = new URL(options.PUBLIC_URL);
  const open = (maxConnections: number) =>
    createTransport({
      url: options.SMTP_URL,
      pool: true,
      maxConnections,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 8_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  const [owners, strangers] = [open(connections.owners), open(connections.strangers)];
  return {
    async send({ id, attachments = [], isToStranger = false, ...message }) {
      refuseWithinTransaction('mail');
      try {
        await (isToStranger ? strangers : owners).sendMail({
          ...message,
          attachments: [...attachments],
          from: options.MAIL_FROM,
          messageId: `<${id}@${hostname}>`,
        });
      } catch (error) {
        throw toProviderError(error);
      }
    },
    close() {
      owners.close();
      strangers.close();
    },
  };
}

function toProviderError(error: unknown): ProviderError {
  const message = error instanceof Error ? error.message : String(error);
  const reply = Number(propertyOf(error, 'responseCode'));
  // Replies of 500 and above are final; once connected, any other failure leaves open whether the e-mail was sent.
  if (reply >= 500) return new ProviderError('mail', 'refused', { code: String(reply), message, cause: error });
  const kind = propertyOf(error, 'command') === 'CONN' ? 'unreachable' : 'unknown';
  return new ProviderError('mail', kind, { code: propertyOf(error, 'code'), message, cause: error });
}

function propertyOf(error: unknown, name: string): string {
  if (!(error instanceof Error)) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
