import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import { ProviderError } from '../provider-error.ts';
import type { Mailer } from './port.ts';

type Options = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/**
 * Open at most, to the owners of accounts and to addresses that anybody may have typed. For owners it is as many as
 * jobs send at a time: a message that waited for a connection would make its domain look slow.
 */
const connections = { owners: 30, strangers: 12 } as const;

/** A domain whose e-mail takes longer is slow: so many to it are under way at a time, until one was quick again. */
const usualSlowMs = 3000;
const slowAtATime = 2;
const domainsMax = 10_000;

/**
 * Sends e-mails over SMTP, on connections that stay open. A domain whose mail server takes its time has few of the
 * owners': what is beyond them is refused as unreachable, so its job tries again later and holds up no other.
 */
export function createSmtpMailer(options: Options, slowMs = usualSlowMs): Mailer {
  const { hostname } = new URL(options.PUBLIC_URL);
  const slow = new SlowDomains(slowMs);
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
      const send = (pool: typeof owners) =>
        pool.sendMail({
          ...message,
          attachments: [...attachments],
          from: options.MAIL_FROM,
          messageId: `<${id}@${hostname}>`,
        });
      try {
        await (isToStranger ? send(strangers) : slow.send(message.to, () => send(owners)));
      } catch (error) {
        throw error instanceof ProviderError ? error : toProviderError(error);
      }
    },
    close() {
      owners.close();
      strangers.close();
    },
  };
}

/** The domains that were slow, each with how many e-mails are under way to it. */
class SlowDomains {
  readonly #slowMs: number;
  readonly #domains = new Map<string, { open: number }>();

  constructor(slowMs: number) {
    this.#slowMs = slowMs;
  }

  /** @throws ProviderError while enough others to a slow domain are under way */
  async send(address: string, work: () => Promise<unknown>): Promise<void> {
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    let counted = this.#domains.get(domain);
    if (counted !== undefined && counted.open >= slowAtATime)
      throw new ProviderError('mail', 'unreachable', { code: 'slow_domain' });
    if (counted !== undefined) counted.open += 1;
    let isQuick = true;
    const timer = setTimeout(() => {
      isQuick = false;
      counted ??= this.#add(domain);
    }, this.#slowMs);
    try {
      await work();
      if (isQuick) this.#domains.delete(domain);
    } finally {
      clearTimeout(timer);
      if (counted !== undefined) counted.open -= 1;
    }
  }

  #add(domain: string): { open: number } {
    const known = this.#domains.get(domain) ?? { open: 0 };
    known.open += 1;
    this.#domains.set(domain, known);
    const [oldest] = this.#domains.keys();
    if (this.#domains.size > domainsMax && oldest !== undefined) this.#domains.delete(oldest);
    return known;
  }
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
